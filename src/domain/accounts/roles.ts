import { permissions, type Permission } from './permissions.ts'

/**
 * Initial roles of every company. They can be changed like any role, and deleted when unassigned.
 */
export const presetRoles: readonly { readonly name: string; readonly permissions: readonly Permission[] }[] = [
  { name: '管理员', permissions },
  {
    name: '采购员',
    permissions: [
      'corpCenter',
      'my_requirement',
      'publish_requirement',
      'my_orders',
      'statistics_page',
      'database',
      'messages',
      'message_reply',
    ],
  },
  {
    name: '财务',
    permissions: ['corpCenter', 'my_orders', 'order_manage', 'statistics_page', 'database', 'corporate_credit'],
  },
  {
    name: '客服',
    permissions: ['corpCenter', 'question_manage', 'my_supply', 'messages', 'message_reply', 'message_delete'],
  },
]

/** Permissions of an administrator: granting permissions and creating accounts. */
export const administratorRights: readonly Permission[] = ['role_manage', 'add_sub_account']

/** Whether these permissions make somebody an administrator of the company. */
export const isAdministrator = (held: ReadonlySet<Permission>): boolean =>
  administratorRights.every((permission) => held.has(permission))

/** Permissions of `wanted` that the granting person lacks; empty if all may be granted. */
export const getMissingPermissions = (wanted: readonly Permission[], held: ReadonlySet<Permission>): Permission[] =>
  wanted.filter((permission) => !held.has(permission))

/** Whether all given permissions are among the granting person's own. */
export const isWithinPermissions = (wanted: readonly Permission[], held: ReadonlySet<Permission>): boolean =>
  getMissingPermissions(wanted, held).length === 0

/** A member with their permissions, for the rules of granting. */
export interface PermissionHolder {
  readonly userId: number
  readonly isOwner: boolean
  readonly held: ReadonlySet<Permission>
}

/** A change of an account. */
export interface AccountChange {
  /** Permissions of each role granted or revoked; undefined = roles unchanged. */
  readonly roles?: readonly (readonly Permission[])[] | undefined
  /** Whether the account is locked, deleted, or gets a new password; not allowed for the own account. */
  readonly blocksSignIn?: boolean | undefined
}

/** Reason why the granting person may not make this change, or undefined if allowed. */
export function getAccountChangeError(
  giver: PermissionHolder,
  target: PermissionHolder,
  { roles, blocksSignIn = false }: AccountChange,
): 'ownerKept' | 'selfKept' | 'roleBeyond' | undefined {
  const self = target.userId === giver.userId
  if (target.isOwner && (!self || roles !== undefined)) return 'ownerKept'
  if (self && blocksSignIn) return 'selfKept'
  return isWithinPermissions([...target.held, ...(roles ?? []).flat()], giver.held) ? undefined : 'roleBeyond'
}

/** Maximum of roles and sub-accounts per company. */
export const maxRoles = 50
export const maxSubAccounts = 500
