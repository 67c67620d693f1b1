import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { next } from '../../domain/transition.ts'
import { recordSteps } from '../operations/public.ts'

/** The version in force of an offer that stands, while it is under seal. */
const sealedInForce = and(
  eq(offers.id, offerVersions.offerId),
  eq(offers.version, offerVersions.version),
  eq(offers.status, 'submitted'),
  eq(offerVersions.sealed, true),
  isNull(offerVersions.openedAt),
)

/**
 * Opens the seals of some demands: of each offer that stands the version in force. Those that were replaced, withdrawn
 * or lost stay shut for good. In the transaction that holds the demands. Answers the demands of what was opened, one
 * entry an offer.
 */
export async function openSeals(tx: Db, demandIds: readonly number[]): Promise<number[]> {
  if (demandIds.length === 0) return []
  const to = next(offerTransitions, 'submitted', 'open', 'system')
  if (to === undefined) throw new Error('The table has no open from submitted')
  const opened = await tx
    .update(offerVersions)
    .set({ openedAt: sql`now()` })
    .from(offers)
    .where(and(sealedInForce, inArray(offers.demandId, [...demandIds])))
    .returning({ offerId: offers.id, demandId: offers.demandId })
  if (opened.length === 0) return []
  const ids = opened.map(({ offerId }) => offerId)
  await tx.update(offers).set({ sealed: false }).where(inArray(offers.id, ids))
  await recordSteps(
    tx,
    ids.map((entityId) => ({
      ...{ entity: 'offer' as const, entityId, event: 'open' },
      ...{ fromStatus: 'submitted', toStatus: to },
    })),
  )
  return opened.map(({ demandId }) => demandId)
}

/** Demands past their deadline with seals that are still shut, locked: their award came to nothing after it. */
export const leftSealed = (tx: Db, most: number) =>
  tx
    .select({ id: demands.id, companyId: demands.companyId, title: demands.title })
    .from(demands)
    .where(
      and(
        eq(demands.status, 'evaluating'),
        sql`${demands.deadline} <= now()`,
        isNull(demands.deletedAt),
        exists(
          tx
            .select({ id: offers.id })
            .from(offers)
            .innerJoin(offerVersions, sealedInForce)
            .where(and(eq(offers.demandId, demands.id), eq(offers.sealed, true))),
        ),
      ),
    )
    .orderBy(asc(demands.id))
    .limit(most)
    .for('no key update', { skipLocked: true })
