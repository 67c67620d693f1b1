import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { nextState } from '../../domain/transition.ts'
import { recordSteps } from '../platform/history/record-steps.ts'
import { links } from '../../domain/links.ts'
import type { NotifyContext } from './notify-deadlines.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { restartScoring } from './evaluations/reveal-scores.ts'
import { takesOffers, isAwardable, type DemandStatus } from '../../domain/demands/demand-states.ts'

/** Condition: current version of a submitted offer, sealed and not opened. */
const sealedInForce = and(
  eq(offers.id, offerVersions.offerId),
  eq(offers.version, offerVersions.version),
  eq(offers.status, 'submitted'),
  eq(offerVersions.sealed, true),
  isNull(offerVersions.openedAt),
)

/**
 * Opens the sealed offers of some demands: the current version of each submitted offer. Replaced, withdrawn and lost
 * versions stay sealed. The demands must be locked. Returns the demand id of each opened offer.
 */
export async function openSeals(tx: Db, demandIds: readonly number[]): Promise<number[]> {
  if (demandIds.length === 0) return []
  const to = nextState(offerTransitions, 'submitted', 'open', 'system')
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
      entity: 'offer' as const,
      entityId,
      event: 'open',
      fromStatus: 'submitted',
      toStatus: to,
    })),
  )
  // Newly opened offers have no scores yet.
  await restartScoring(tx, [...new Set(opened.map(({ demandId }) => demandId))])
  return opened.map(({ demandId }) => demandId)
}

/** Loads and locks demands past their deadline with sealed offers, left when an award was reverted. */
export const lockLeftoverSeals = (tx: Db, limit: number) =>
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
    .limit(limit)
    .for('no key update', { skipLocked: true })

/** Expires submitted offers past their validity, at most `limit` at once, and notifies their suppliers. */
export async function expireOffers(tx: Db, limit: number, news: NotifyContext | undefined) {
  const to = nextState(offerTransitions, 'submitted', 'expire', 'system')
  if (to === undefined) throw new Error('The table has no expire from submitted')
  const due = await tx
    .select({
      id: offers.id,
      companyId: offers.companyId,
      demandId: offers.demandId,
      title: demands.title,
      demandStatus: demands.status,
      deadline: demands.deadline,
    })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(and(eq(offers.status, 'submitted'), sql`${offerVersions.validUntil} <= now()`))
    .orderBy(asc(offers.id))
    .limit(limit)
    .for('update', { of: offers, skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  await tx
    .update(offers)
    .set({ status: to })
    .where(and(inArray(offers.id, ids), eq(offers.status, 'submitted')))
  const step = { event: 'expire', fromStatus: 'submitted', toStatus: to, reason: '已过有效期' }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ entity: 'offer' as const, entityId, ...step })),
  )
  await notifyOfExpiry(tx, news, due)
  return due
}

interface Expired {
  readonly id: number
  readonly companyId: number
  readonly title: string
  readonly demandStatus: DemandStatus
  readonly deadline: Date
}

/** Notifies suppliers of expired offers, except for demands that ended meanwhile. */
async function notifyOfExpiry(tx: Db, news: NotifyContext | undefined, expired: readonly Expired[]): Promise<void> {
  const live = expired.filter(({ demandStatus }) => isAwardable(demandStatus))
  if (news === undefined || live.length === 0) return
  const people = await recipientsWithPermission(tx, [...new Set(live.map(({ companyId }) => companyId))], 'my_supply')
  for (const { id, companyId, title, demandStatus, deadline } of live) {
    const again = takesOffers(demandStatus, deadline, new Date())
    await notify(tx, news, 'offer.decided', people.get(companyId) ?? [], {
      title: `您对需求“${title}”的报价已过有效期`,
      text: again ? '报价截止前可以重新报价。' : '报价已截止，需求方不能再选定这份报价。',
      path: links.sellerOffer(id),
    })
  }
}
