import { and, desc, eq, or } from 'drizzle-orm'
import type { companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companyClaims } from '../../../db/tables/accounts.ts'
import { claimTransitions } from '../../../domain/accounts/company-claims.ts'
import { next } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { historiesOf, recordSteps } from '../../operations/public.ts'
import { claimRows, presentClaim } from './claim-rows.ts'

/** Claims shown at most; nobody needs more to find the one that counts. */
const most = 50

/** The caller's own, and those of their company for people who look after its certification. */
const ownClaims = ({ userId, companyId, permissions }: Caller) =>
  or(
    eq(companyClaims.userId, userId),
    companyId !== null && permissions.has('corporate_credit') ? eq(companyClaims.companyId, companyId) : undefined,
  )

export const claims: Handler<typeof companyClaimsCalls.claims> = async (_input, { caller, db }) => {
  const rows = await claimRows(db).where(ownClaims(caller)).orderBy(desc(companyClaims.id)).limit(most)
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
      .where(and(eq(companyClaims.id, claimId), ownClaims(caller)))
      .for('update')
    if (claim === undefined) throw new CallFailed('notFound')
    const status = next(claimTransitions, claim.status, 'withdraw', 'claimant')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    await tx.update(companyClaims).set({ status }).where(eq(companyClaims.id, claimId))
    const by = { userId: caller.userId, companyId: caller.companyId }
    const step = { event: 'withdraw', fromStatus: claim.status, toStatus: status, ...by }
    await recordSteps(tx, [{ entity: 'claim', entityId: claimId, ...step }])
    note(claim.companyName)
    return { status }
  })
