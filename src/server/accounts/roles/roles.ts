import type { rolesCalls, ResourceNode } from '../../../contract/accounts/roles.ts'
import type { Handler } from '../../handler.ts'
import { listRoles } from './list-roles.ts'
import { resourceTree as tree, type Permission } from '../../../domain/accounts/permissions.ts'

export const roles: Handler<typeof rolesCalls.roles> = (_input, { caller, db }) => listRoles(db, caller, undefined)

export const resourceTree: Handler<typeof rolesCalls.resourceTree> = async (_input, { caller }) => {
  const node = (code: Permission, name: string, children: ResourceNode[]): ResourceNode => ({
    code,
    name,
    children,
    held: caller.permissions.has(code),
  })
  return tree.map((branch) =>
    node(
      branch.code,
      branch.name,
      branch.children.map((leaf) => node(leaf.code, leaf.name, [])),
    ),
  )
}
