import type { Permission } from '../domain/accounts/permissions.ts'

/** Who may make a call. Each step includes the one before: a seller is of a company, a company member is a user. */
export type Who = 'public' | 'user' | 'company' | 'seller' | 'service' | 'operator'

export interface Access<W extends Who = Who> {
  readonly who: W
  /** Code of the resource tree that the caller's role must hold; owners hold all. */
  readonly permission?: Permission
  /** A second right that it needs besides the first. */
  readonly also?: Permission
}

/** An access as text: `company:my_orders+database`. */
export const accessText = ({ who, permission, also }: Access): string =>
  [who, [permission, also].filter((code) => code !== undefined).join('+')].filter((part) => part !== '').join(':')

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
/** A platform operator. */
export const operator: Access<'operator'> = { who: 'operator' }
/** An export of many rows: what the rows need, and 数据库. */
export const exporting = <W extends Who>(access: Access<W>): Access<W> => ({ ...access, also: 'database' })
