import { and, desc, eq, or } from 'drizzle-orm'
import type { companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companyClaims, users } from '../../../db/tables/accounts.ts'
import { claimTransitions, maxPendingClaims } from '../../../domain/accounts/company-claims.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { selectClaims, presentClaim, findHolders, getClaim } from './claim-rows.ts'
import { historiesOf, historyOf } from '../../platform/history/histories.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../notifications/notify.ts'
import { ownFile, assignFileToCompany } from '../../platform/files/files.ts'
import { operatorIds } from '../../platform/notices/notices.ts'

/** Maximum number of claims in the list. */
const maxClaims = 50

/** Condition: the caller's own claims, and with the right corporate_credit those of their company. */
const ownClaimsCondition = ({ userId, companyId, permissions }: Caller) =>
  or(
    eq(companyClaims.userId, userId),
    companyId !== null && permissions.has('corporate_credit') ? eq(companyClaims.companyId, companyId) : undefined,
  )

export const claims: Handler<typeof companyClaimsCalls.claims> = async (_input, { caller, db }) => {
  const rows = await selectClaims(db).where(ownClaimsCondition(caller)).orderBy(desc(companyClaims.id)).limit(maxClaims)
  const histories = await historiesOf(
    db,
    'claim',
    rows.map(({ claim }) => claim.id),
  )
  return rows.map((row) => ({ ...presentClaim(row), history: histories.get(row.claim.id) ?? [] }))
}

export const claimWithdraw: Handler<typeof companyClaimsCalls.claimWithdraw> = ({ claimId }, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const [claim] = await tx
      .select()
      .from(companyClaims)
      .where(and(eq(companyClaims.id, claimId), ownClaimsCondition(caller)))
      .for('update')
    if (claim === undefined) throw new CallFailed('notFound')
    const status = nextState(claimTransitions, claim.status, 'withdraw', 'claimant')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    await tx.update(companyClaims).set({ status }).where(eq(companyClaims.id, claimId))
    const by = { userId: caller.userId, companyId: caller.companyId }
    const step = { event: 'withdraw', fromStatus: claim.status, toStatus: status, ...by }
    await recordSteps(tx, [{ entity: 'claim', entityId: claimId, ...step }])
    note(claim.companyName)
    return { status }
  })

/**
 * Runs inside the transaction of its idempotency key. The user row is locked so that concurrent claims are counted
 * correctly.
 */
export const claimSave: Handler<typeof companyClaimsCalls.claimSave> = async (input, context) => {
  const { caller, db, note } = context
  const { userId, companyId } = caller
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const licence = await ownFile(db, input.licenceFileId, caller, 'licence')
  const letter = await ownFile(db, input.letterFileId, caller, 'licence')
  const waiting = await db
    .select({ creditCode: companyClaims.creditCode })
    .from(companyClaims)
    .where(and(eq(companyClaims.userId, userId), eq(companyClaims.status, 'submitted')))
  if (waiting.some(({ creditCode }) => creditCode === input.creditCode)) throw new CallFailed('claimWaiting')
  if (waiting.length >= maxPendingClaims) throw new CallFailed('tooManyClaims')
  const holders = await findHolders(db, input, companyId)
  if (holders.length === 0) throw new CallFailed('claimUnneeded')
  if (companyId !== null) for (const file of [licence, letter]) await assignFileToCompany(db, file, companyId)
  const holderOf = (identifier: 'creditCode' | 'companyName') =>
    holders.find(({ holds }) => holds.includes(identifier))?.company.id ?? null
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
  await notify(db, context, 'claim.submitted', await operatorIds(db), {
    title: `企业认领待核实：${input.companyName}`,
    text: `认领信用代码 ${input.creditCode}。`,
    path: links.claimReviews(),
  })
  note(`${input.companyName}，${input.creditCode}`)
  return getClaim(db, made.id, await historyOf(db, 'claim', made.id))
}
