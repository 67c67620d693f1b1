import { eq } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { userRoles, users } from '../../../db/tables/accounts.ts'
import { accountFault } from '../../../domain/accounts/roles.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { tellSecurity } from '../profile/tell-security.ts'
import { accountForChange } from './account-of.ts'
import { keepingAdministrator } from './administrators.ts'
import { giverIn } from './giver.ts'

/** The person leaves for good; the row stays, for what they wrote names it. */
export const subAccountDelete: Handler<typeof rolesCalls.subAccountDelete> = async ({ userId }, context) => {
  const { caller, db, push, after, note } = context
  const { account, ended } = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'add_sub_account')
    const target = await accountForChange(tx, userId, caller.companyId)
    const fault = accountFault(giver, target, { shuts: true })
    if (fault !== undefined) throw new CallFailed(fault)
    await keepingAdministrator(tx, caller.companyId, async () => {
      await tx.delete(userRoles).where(eq(userRoles.userId, userId))
      const freed = { loginName: `deleted-${userId}`, mobile: null, email: null, passwordHash: null }
      await tx
        .update(users)
        .set({ ...freed, companyId: null, isOwner: false, locked: true, deletedAt: new Date() })
        .where(eq(users.id, userId))
    })
    await tellSecurity(tx, context, target, '您的账号已被企业管理员删除')
    return { account: target, ended: await endSessionsOf(tx, userId) }
  })
  note(`${personName(account)}（${account.loginName}）`)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return {}
}
