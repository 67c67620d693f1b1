import { and, eq } from 'drizzle-orm'
import type { companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companyClaims, users } from '../../../db/tables/accounts.ts'
import { mostWaitingClaims } from '../../../domain/accounts/company-claims.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { fileOf, giveToCompany, historyOf, operatorsOf, recordSteps } from '../../operations/public.ts'
import { notify } from '../news/notify.ts'
import { holdersOf, oneClaim } from './claim-rows.ts'

/** Runs inside the transaction of its idempotency key. Claims of one person are counted one after the other. */
export const claimSave: Handler<typeof companyClaimsCalls.claimSave> = async (input, context) => {
  const { caller, db, note } = context
  const { userId, companyId } = caller
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const licence = await fileOf(db, input.licenceFileId, caller, 'licence')
  const letter = await fileOf(db, input.letterFileId, caller, 'licence')
  const waiting = await db
    .select({ creditCode: companyClaims.creditCode })
    .from(companyClaims)
    .where(and(eq(companyClaims.userId, userId), eq(companyClaims.status, 'submitted')))
  if (waiting.some(({ creditCode }) => creditCode === input.creditCode)) throw new CallFailed('claimWaiting')
  if (waiting.length >= mostWaitingClaims) throw new CallFailed('tooManyClaims')
  const holders = await holdersOf(db, input, companyId)
  if (holders.length === 0) throw new CallFailed('claimUnneeded')
  if (companyId !== null) for (const file of [licence, letter]) await giveToCompany(db, file, companyId)
  const holderOf = (thing: 'creditCode' | 'companyName') =>
    holders.find(({ holds }) => holds.includes(thing))?.company.id ?? null
  const [made] = await db
    .insert(companyClaims)
    .values({
      ...input,
      userId,
      companyId,
      status: 'submitted',
      codeHolderId: holderOf('creditCode'),
      nameHolderId: holderOf('companyName'),
    })
    .returning({ id: companyClaims.id })
  if (made === undefined) throw new CallFailed('conflict')
  const step = { event: 'submit', fromStatus: 'new', toStatus: 'submitted', userId, companyId }
  await recordSteps(db, [{ entity: 'claim', entityId: made.id, ...step }])
  await notify(db, context, 'claim.submitted', await operatorsOf(db), {
    title: `企业认领待核实：${input.companyName}`,
    text: `认领信用代码 ${input.creditCode}。`,
    path: links.claimReviews(),
  })
  note(`${input.companyName}，${input.creditCode}`)
  return oneClaim(db, made.id, await historyOf(db, 'claim', made.id))
}
