import { eq } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { accountRows } from './present-account.ts'

export const subAccount: Handler<typeof rolesCalls.subAccount> = async ({ userId }, { caller, db }) => {
  const { data } = await accountRows(db, caller, eq(users.id, userId), { current: 1, pageSize: 1 })
  const [account] = data
  if (account === undefined) throw new CallFailed('notFound')
  return account
}
