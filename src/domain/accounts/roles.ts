import { permissions, type Permission } from './permissions.ts'

/** Roles that every company starts with. They are ordinary roles: to be changed, and deleted where nobody holds them. */
export const presetRoles: readonly { readonly name: string; readonly permissions: readonly Permission[] }[] = [
  { name: '管理员', permissions },
  {
    name: '采购员',
    permissions: ['corpCenter', 'my_requirement', 'publish_requirement', 'my_orders', 'messages', 'message_reply'],
  },
  { name: '财务', permissions: ['corpCenter', 'my_orders', 'order_manage', 'statistics_page', 'corporate_credit'] },
  {
    name: '客服',
    permissions: ['corpCenter', 'question_manage', 'my_supply', 'messages', 'message_reply', 'message_delete'],
  },
]

/** What makes somebody an administrator: they can give rights and open accounts. */
export const administratorRights: readonly Permission[] = ['role_manage', 'add_sub_account']

/** Whether somebody with these rights is one of a company's administrators. */
export const isAdministrator = (held: ReadonlySet<Permission>): boolean =>
  administratorRights.every((permission) => held.has(permission))

/** Rights of `wanted` that the giver does not hold; empty when the giver may give them all. */
export const beyond = (wanted: readonly Permission[], held: ReadonlySet<Permission>): Permission[] =>
  wanted.filter((permission) => !held.has(permission))

/** Whether a role, or everything that somebody holds, lies within the giver's own rights. */
export const within = (wanted: readonly Permission[], held: ReadonlySet<Permission>): boolean =>
  beyond(wanted, held).length === 0

/** One person of a company as the rules of granting see them. */
export interface Holder {
  readonly userId: number
  readonly isOwner: boolean
  readonly held: ReadonlySet<Permission>
}

/** What is to happen to an account. */
export interface AccountChange {
  /** Rights of each role that is given or taken away; undefined = the roles stay. */
  readonly roles?: readonly (readonly Permission[])[] | undefined
  /** The account is locked or deleted, or gets another password: nothing that people do to themselves here. */
  readonly shuts?: boolean | undefined
}

/** Why the giver may not change an account like this, or undefined when they may. */
export function accountFault(
  giver: Holder,
  target: Holder,
  { roles, shuts = false }: AccountChange,
): 'ownerKept' | 'selfKept' | 'roleBeyond' | undefined {
  const self = target.userId === giver.userId
  if (target.isOwner && (!self || roles !== undefined)) return 'ownerKept'
  if (self && shuts) return 'selfKept'
  return within([...target.held, ...(roles ?? []).flat()], giver.held) ? undefined : 'roleBeyond'
}

/** Most roles and people of one company. */
export const mostRoles = 50
export const mostSubAccounts = 500
