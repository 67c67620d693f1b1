import { eq } from 'drizzle-orm'
import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { demandAcceptances, demands } from '../../../db/tables/demands.ts'
import type { Handler } from '../../handler.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { seatOf } from './seat.ts'
import { termsWithHash } from './terms.ts'

export const annexAccept: Handler<typeof annexesCalls.annexAccept> = async (
  { demandId, termsHash },
  { caller, db, note },
) => {
  mustBeCertified(caller)
  return db.transaction(async (tx) => {
    // Nothing moves the demand between the look at it and the acceptance.
    await tx.select({ id: demands.id }).from(demands).where(eq(demands.id, demandId)).for('share')
    const { demand, acceptance, isOwner, state } = await seatOf(tx, demandId, caller.companyId)
    if (!demand.confidential) throw new CallFailed('notFound')
    if (isOwner) throw new CallFailed('ownDemand')
    if (state === 'revoked') throw new CallFailed('annexStopped', { reason: acceptance?.revokedReason ?? '' })
    if (state === 'over') throw new CallFailed('annexOver')
    note(demand.demandNo)
    if (state === 'open' && acceptance !== null) return { acceptedAt: acceptance.acceptedAt.toISOString() }
    const accepted = termsWithHash(demand.ownTerms)
    if (accepted.termsHash !== termsHash) throw new CallFailed('conflict')
    const { terms } = accepted
    const [kept] = await tx
      .insert(demandAcceptances)
      .values({ demandId, companyId: caller.companyId, userId: caller.userId, terms })
      .onConflictDoUpdate({
        target: [demandAcceptances.demandId, demandAcceptances.companyId],
        // A colleague accepts at this moment: theirs stands and is given back.
        set: { companyId: caller.companyId },
      })
      .returning({ acceptedAt: demandAcceptances.acceptedAt })
    if (kept === undefined) throw new Error('An acceptance was not kept')
    return { acceptedAt: kept.acceptedAt.toISOString() }
  })
}
