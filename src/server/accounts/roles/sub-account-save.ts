import { eq, or, sql } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { userRoles, users } from '../../../db/tables/accounts.ts'
import { beyond } from '../../../domain/accounts/roles.ts'
import type { Handler } from '../../handler.ts'
import { companyNameOf, hashPassword, mustBeAllowed } from '../../session/passwords.ts'
import { chosenRoles } from './account-of.ts'
import { giverIn } from './giver.ts'
import { roomForOneMore } from '../companies/invitations.ts'

export const subAccountSave: Handler<typeof rolesCalls.subAccountSave> = async (input, { caller, db, note }) => {
  const { loginName, mobile, password, realName, jobTitle, roleIds } = input
  const { companyId } = caller
  await mustBeAllowed(password, { loginName, mobile, companyName: await companyNameOf(db, companyId) })
  // Looked at before as well: hashing is dear, and most mistakes are simple ones.
  await mustBeFree(db, loginName, mobile)
  const passwordHash = await hashPassword(password)
  const userId = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'add_sub_account')
    await roomForOneMore(tx, companyId)
    const given = await chosenRoles(tx, roleIds, companyId)
    const over = beyond(
      given.flatMap(({ permissions }) => permissions),
      giver.held,
    )
    if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
    const account = { loginName, mobile, realName, jobTitle, companyId, passwordHash, passwordChangedAt: new Date() }
    const [made] = await tx.insert(users).values(account).onConflictDoNothing().returning({ id: users.id })
    if (made === undefined) {
      await mustBeFree(tx, loginName, mobile)
      throw new CallFailed('conflict')
    }
    if (given.length > 0) await tx.insert(userRoles).values(given.map(({ id }) => ({ userId: made.id, roleId: id })))
    return made.id
  })
  note(`${realName}（${loginName}）`)
  return { userId }
}

/** Throws loginNameUsed or mobileUsed. The constraints decide; this gives the reason. */
async function mustBeFree(db: Db, loginName: string, mobile: string): Promise<void> {
  const wanted = loginName.toLowerCase()
  const taken = await db
    .select({ mobile: users.mobile, loginName: sql<string>`lower(${users.loginName})` })
    .from(users)
    .where(or(eq(sql`lower(${users.loginName})`, wanted), eq(users.mobile, mobile)))
  if (taken.some((user) => user.loginName === wanted)) throw new CallFailed('loginNameUsed')
  if (taken.length > 0) throw new CallFailed('mobileUsed')
}
