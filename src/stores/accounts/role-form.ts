import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { rolesCalls, type RoleRow } from '../../contract/accounts/roles.ts'
import { isPermission, type Permission } from '../../domain/accounts/permissions.ts'
import { toggleBranch, toggleLeaf, type Branch } from '../../domain/accounts/role-tree.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'

/** What stands in the form of a role. */
export interface RoleValues {
  readonly roleName: string
  readonly permissions: readonly Permission[]
}

const heldPart = loadable<ReadonlySet<Permission>>()
/** Rights that the person holds, and so may give. */
export const held = heldPart.state
export const loadHeld = (): Promise<void> =>
  heldPart.load(async () => {
    const answer = await api.accounts.resourceTree({})
    if (!answer.ok) return answer
    const nodes = answer.content.flatMap((branch) => [branch, ...branch.children]).filter((node) => node.held)
    return { ok: true, content: new Set(nodes.map(({ code }) => code).filter(isPermission)) }
  })

let roleId: number | undefined

/** A role, new or changed. */
export const form = typedForm({
  schema: rolesCalls.roleSave.input,
  inputOf: (values: RoleValues) => ({ roleName: values.roleName, permissions: [...values.permissions] }),
  own: ({ permissions }) => (permissions.length === 0 ? [{ field: 'permissions', message: '请至少选择一项权限' }] : []),
  send: async (input) => {
    const places = { roleNameUsed: 'roleName', roleBeyond: 'permissions', lastAdministrator: 'permissions' } as const
    if (roleId === undefined) return atField(await api.accounts.roleSave(input), places)
    const changed = roleId
    const answer = await api.accounts.roleUpdate({ ...input, roleId: changed })
    return atField(answer.ok ? { ok: true, content: { roleId: changed } } : answer, places)
  },
})

/** Opens the form of a role as it stands, or of a new one. */
export function begin(role: Pick<RoleRow, 'roleId' | 'roleName' | 'permissions'> | undefined): void {
  roleId = role?.roleId
  form.begin({ roleName: role?.roleName ?? '', permissions: role?.permissions ?? [] })
  if (held.get().at !== 'ready') void loadHeld()
}

const rights = () => {
  const now = held.get()
  return {
    chosen: new Set(form.values.get()?.permissions),
    held: now.at === 'ready' ? now.content : new Set<Permission>(),
  }
}
/** Chooses a whole branch or none of it; one right or not. */
export function chooseBranch(branch: Branch): void {
  const { chosen, held: may } = rights()
  form.set('permissions', toggleBranch(branch, chosen, may))
}
export function chooseLeaf(branch: Branch, code: Permission): void {
  const { chosen, held: may } = rights()
  form.set('permissions', toggleLeaf(branch, code, chosen, may))
}

/** Which role is open in the dialog over the list; 'new' is one to be made. */
export const open = atom<RoleRow | 'new' | null>(null)
export function openDialog(role: RoleRow | 'new'): void {
  begin(role === 'new' ? undefined : role)
  open.set(role)
}
export const closeDialog = (): void => open.set(null)
