import type { Permission } from '../domain/accounts/permissions.ts'
import type { OperatorPermission } from '../domain/operations/operator-roles.ts'

/** Who may make a call. Each step includes the one before: a seller is of a company, a company member is a user. */
export type Who = 'public' | 'user' | 'company' | 'seller' | 'service' | 'operator'

export interface Access<W extends Who = Who> {
  readonly who: W
  /** Code of the resource tree that the caller's role must hold; owners hold all. */
  readonly permission?: Permission
  /** A second right that it needs besides the first. */
  readonly also?: Permission
  /** What an operator's roles must permit; without it any operator may make the call. */
  readonly operates?: OperatorPermission
}

/** An access as text: `company:my_orders+database`, `operator:review`. */
export const accessText = ({ who, permission, also, operates }: Access): string =>
  [who, [permission, also, operates].filter((code) => code !== undefined).join('+')]
    .filter((part) => part !== '')
    .join(':')

const createAccess = <W extends Who>(who: W, permission?: Permission): Access<W> =>
  permission === undefined ? { who } : { who, permission }

/** Anyone, signed in or not. */
export const everyone: Access<'public'> = { who: 'public' }
/** Anyone signed in. */
export const user: Access<'user'> = { who: 'user' }
/** Anyone signed in; of the members of a company those with the permission. */
export const member = (permission: Permission): Access<'user'> => createAccess('user', permission)
/** A member of a company, with the permission where one is named. */
export const company = (permission?: Permission) => createAccess('company', permission)
/** A member of a company that runs a shop, with the permission where one is named. */
export const seller = (permission?: Permission) => createAccess('seller', permission)
/** The platform's customer service. */
export const service: Access<'service'> = { who: 'service' }
/** A platform operator, with the permission where one is named. */
export const operator = (operates?: OperatorPermission): Access<'operator'> =>
  operates === undefined ? { who: 'operator' } : { who: 'operator', operates }
/** An export of many rows: what the rows need, and 数据库. */
export const exporting = <W extends Who>(access: Access<W>): Access<W> => ({ ...access, also: 'database' })
