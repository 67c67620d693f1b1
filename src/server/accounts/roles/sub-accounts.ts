import { and, eq, ilike, or, sql } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { userRoles, users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'
import { invitedRows } from './invited-rows.ts'
import { accountRows } from './present-account.ts'

export const subAccounts: Handler<typeof rolesCalls.subAccounts> = async (input, { caller, db }) => {
  const { keyword, roleId, locked } = input
  const part = anywhere(keyword)
  const named = or(ilike(users.loginName, part), ilike(users.realName, part), ilike(users.jobTitle, part))
  const condition = and(
    // A mobile number is found whole only: its hidden digits are not to be tried out one by one.
    keyword === '' ? undefined : or(named, eq(users.mobile, keyword)),
    roleId === undefined
      ? undefined
      : sql`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id} and ${userRoles.roleId} = ${roleId})`,
    locked === undefined ? undefined : eq(users.locked, locked),
  )
  const rows = await accountRows(db, caller, condition, input)
  const withInvited = input.current === 1 && locked === undefined
  return { ...rows, invitations: withInvited ? await invitedRows(db, caller.companyId, { keyword, roleId }) : [] }
}
