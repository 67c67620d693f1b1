import { and, eq, sql } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

export const subAccountMatch: Handler<typeof rolesCalls.subAccountMatch> = async (input, { caller, db }) => {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.companyId, caller.companyId),
        eq(sql`lower(${users.loginName})`, input.loginName.toLowerCase()),
        eq(users.mobile, input.mobile),
      ),
    )
  return { match: found !== undefined }
}
