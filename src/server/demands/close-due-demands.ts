import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import {
  demandExpiresAfterDays,
  demandTransitions,
  type DemandEvent,
  type DemandStatus,
} from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { next } from '../../domain/transition.ts'
import { peopleOf, recordSteps, tell } from '../operations/public.ts'
import type { PageCache } from '../page-cache.ts'
import type { Push } from '../push/push.ts'
import { demandTags } from './demand-tags.ts'

const aDeadlineAgo = sql`${demands.deadline} <= now()`
const longAgo = sql`${demands.deadline} <= now() - make_interval(days => ${demandExpiresAfterDays})`

/**
 * What time does to demands and offers: open ones past their deadline are evaluated, those 30 days past it expire,
 * submitted offers past their validity expire. Safe to run twice and in several processes at once: every step is one
 * conditional update. With `around` the cached pages are emptied and the buyers told.
 */
export async function closeDueDemands(
  db: Db,
  around?: { readonly pages: PageCache; readonly push: Push },
): Promise<void> {
  const expired = [...(await move(db, 'open', 'expire', longAgo)), ...(await move(db, 'evaluating', 'expire', longAgo))]
  const evaluating = await move(db, 'open', 'deadline', aDeadlineAgo)
  await expireOffers(db)
  const moved = [...expired, ...evaluating]
  if (around === undefined || moved.length === 0) return
  around.pages.invalidate(demandTags(...moved.map(({ id }) => id)))
  const people = await peopleOf(db, [...new Set(evaluating.map(({ companyId }) => companyId))], 'my_requirement')
  for (const { id, companyId, title } of evaluating) {
    const notice = { title: `需求「${title}」报价已截止，请比较报价`, path: links.buyerDemand(id) }
    tell(around.push, people.get(companyId), notice)
  }
}

/** One step of the system for all demands that it is time for, with its history in the same transaction. */
function move(db: Db, from: DemandStatus, event: DemandEvent, due: SQL) {
  const to = next(demandTransitions, from, event, 'system')
  if (to === undefined) throw new Error(`The table has no ${event} from ${from}`)
  return db.transaction(async (tx) => {
    const ready = tx
      .select({ id: demands.id })
      .from(demands)
      .where(and(eq(demands.status, from), due, isNull(demands.deletedAt)))
      // Whoever holds a demand right now is deciding about it; the next minute sees what became of it.
      .for('update', { skipLocked: true })
    const moved = await tx
      .update(demands)
      .set({ status: to })
      .where(and(inArray(demands.id, ready), eq(demands.status, from)))
      .returning({ id: demands.id, companyId: demands.companyId, title: demands.title })
    await recordSteps(
      tx,
      moved.map(({ id }) => ({ entity: 'demand' as const, entityId: id, event, fromStatus: from, toStatus: to })),
    )
    return moved
  })
}

function expireOffers(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const ready = tx
      .select({ id: offers.id })
      .from(offers)
      .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
      .where(and(eq(offers.status, 'submitted'), sql`${offerVersions.validUntil} <= now()`))
      .for('update', { of: offers, skipLocked: true })
    const expired = await tx
      .update(offers)
      .set({ status: 'expired' })
      .where(and(inArray(offers.id, ready), eq(offers.status, 'submitted')))
      .returning({ id: offers.id })
    await recordSteps(
      tx,
      expired.map(({ id }) => ({
        ...{ entity: 'offer' as const, entityId: id, event: 'expire' },
        ...{ fromStatus: 'submitted', toStatus: 'expired', reason: '已过有效期' },
      })),
    )
  })
}
