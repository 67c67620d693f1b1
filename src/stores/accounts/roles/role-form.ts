import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { rolesCalls, type RoleRow } from '../../../contract/accounts/roles.ts'
import { isPermission, type Permission } from '../../../domain/accounts/permissions.ts'
import { toggleBranch, toggleLeaf, type Branch } from '../../../domain/accounts/role-tree.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import type { z } from 'zod'

/** Values of the role form. */
export interface RoleValues {
  readonly roleName: string
  readonly permissions: readonly Permission[]
}

const heldPart = loadable<ReadonlySet<Permission>>()
/** Permissions that the user holds and may therefore grant. */
export const heldPermissions = heldPart.state
export const loadHeldPermissions = (): Promise<void> =>
  heldPart.load(async () => {
    const answer = await api.accounts.resourceTree({})
    if (!answer.ok) return answer
    const nodes = answer.content.flatMap((branch) => [branch, ...branch.children]).filter((node) => node.held)
    return { ok: true, content: new Set(nodes.map(({ code }) => code).filter(isPermission)) }
  })

let roleId: number | undefined

/** Form of a new or existing role. */
export const roleForm = createForm({
  schema: rolesCalls.roleSave.input,
  inputOf: (values: RoleValues) => ({ roleName: values.roleName, permissions: [...values.permissions] }),
  validate: ({ permissions }) =>
    permissions.length === 0 ? [{ field: 'permissions', message: '请至少选择一项权限' }] : [],
  submit: async (input) => {
    const places = { roleNameUsed: 'roleName', roleBeyond: 'permissions', lastAdministrator: 'permissions' } as const
    if (roleId === undefined) return moveFailureToField(await api.accounts.roleSave(input), places)
    const changed = roleId
    const answer = await api.accounts.roleUpdate({ ...input, roleId: changed })
    return moveFailureToField(answer.ok ? { ok: true, content: { roleId: changed } } : answer, places)
  },
})

/** Starts the form with a role, or empty for a new one. */
export function startRoleForm(role: Pick<RoleRow, 'roleId' | 'roleName' | 'permissions'> | undefined): void {
  roleId = role?.roleId
  roleForm.start({ roleName: role?.roleName ?? '', permissions: role?.permissions ?? [] })
  if (heldPermissions.get().at !== 'ready') void loadHeldPermissions()
}

const rights = () => {
  const now = heldPermissions.get()
  return {
    chosen: new Set(roleForm.values.get()?.permissions),
    held: now.at === 'ready' ? now.content : new Set<Permission>(),
  }
}
/** Toggles all grantable permissions of a branch. */
export function toggleRoleBranch(branch: Branch): void {
  const { chosen, held: may } = rights()
  roleForm.set('permissions', toggleBranch(branch, chosen, may))
}
export function toggleRolePermission(branch: Branch, code: Permission): void {
  const { chosen, held: may } = rights()
  roleForm.set('permissions', toggleLeaf(branch, code, chosen, may))
}

/** The role in the dialog; 'new' for a new one. */
export const openRole = atom<RoleRow | 'new' | null>(null)
export function openRoleDialog(role: RoleRow | 'new'): void {
  startRoleForm(role === 'new' ? undefined : role)
  openRole.set(role)
}
export const closeRoleDialog = (): void => openRole.set(null)

export type RoleDetail = z.output<typeof rolesCalls.role.output>

const rolePart = loadable<RoleDetail | null>()
/** One role with its members; null = new role. */
export const role = rolePart.state
let shownRoleId: number | null = null

/** Loads the role, or starts a new one. */
export async function loadRole(roleId = shownRoleId): Promise<void> {
  shownRoleId = roleId
  await rolePart.load(async () => (roleId === null ? { ok: true, content: null } : api.accounts.role({ roleId })))
  const now = role.get()
  if (now.at === 'ready' && now.stale === null) startRoleForm(now.content ?? undefined)
}

/** Saves; returns the role's id, undefined if refused. */
export async function saveRole(): Promise<number | undefined> {
  const saved = await roleForm.submit()
  if (saved !== undefined && shownRoleId !== null) await loadRole()
  return saved?.roleId
}
