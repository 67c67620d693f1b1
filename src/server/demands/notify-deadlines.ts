import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { links } from '../../domain/links.ts'
import type { Context } from '../handler.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { notifyOfferOwners } from './notify-offer-owners.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { and, eq, inArray, asc, gt, isNull, notExists, sql } from 'drizzle-orm'
import { stateChanges } from '../../db/tables/operations.ts'
import { monthMinute } from '../../domain/time.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

/** Context needed to notify, besides the transaction. */
export type NotifyContext = Pick<Context, 'after' | 'jobs' | 'push'>

type Demand = typeof demands.$inferSelect
/** A demand with a due time-driven step. */
export type DueDemand = Pick<Demand, 'id' | 'companyId' | 'title' | 'deadline' | 'offerCount'>

/** Notifies the buyers of due demands; does nothing without `context`. */
export async function notifyBuyers<D extends Pick<Demand, 'id' | 'companyId'>>(
  tx: Db,
  context: NotifyContext | undefined,
  due: readonly D[],
  message: (demand: D) => { readonly title: string; readonly text: string },
): Promise<void> {
  if (context === undefined || due.length === 0) return
  const people = await recipientsWithPermission(
    tx,
    [...new Set(due.map(({ companyId }) => companyId))],
    'my_requirement',
  )
  for (const demand of due) {
    const notice = { ...message(demand), path: links.buyerDemand(demand.id) }
    await notify(tx, context, 'demand.deadline', people.get(demand.companyId) ?? [], notice)
  }
}

/**
 * Notifies suppliers with submitted offers on due demands. Two queries in total; does nothing without `context`.
 */
export async function notifyOfferers<D extends Pick<DueDemand, 'id'>>(
  tx: Db,
  context: NotifyContext | undefined,
  due: readonly D[],
  message: (demand: D) => { readonly title: string; readonly text: string },
): Promise<void> {
  if (context === undefined || due.length === 0) return
  const rows = await tx
    .select({ offerId: offers.id, demandId: offers.demandId, companyId: offers.companyId })
    .from(offers)
    .where(
      and(
        inArray(
          offers.demandId,
          due.map(({ id }) => id),
        ),
        eq(offers.status, 'submitted'),
      ),
    )
  const offering = Map.groupBy(rows, ({ demandId }) => demandId)
  for (const demand of due)
    await notifyOfferOwners(tx, context, 'demand.changed', offering.get(demand.id) ?? [], message(demand))
}

const reminderTime = sql`${demands.deadline} - interval '24 hours'`

/**
 * Reminds buyers one day before the offer deadline. The history step ensures one reminder per deadline; an extended
 * deadline gets a new one. Demands open for less than a day are skipped.
 */
export async function remindOfDeadlines(tx: Db, limit: number, news: NotifyContext | undefined) {
  if (news === undefined) return []
  const near = await tx
    .select({
      id: demands.id,
      companyId: demands.companyId,
      title: demands.title,
      deadline: demands.deadline,
      offerCount: demands.offerCount,
    })
    .from(demands)
    .where(
      and(
        eq(demands.status, 'open'),
        isNull(demands.deletedAt),
        gt(demands.deadline, sql`now()`),
        sql`${reminderTime} <= now()`,
        sql`${demands.publishedAt} < ${reminderTime}`,
        notExists(sentReminders(tx)),
      ),
    )
    .orderBy(asc(demands.id))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const due = await withoutReminder(tx, near)
  const step = { event: 'remind', fromStatus: 'open', toStatus: 'open' }
  await recordSteps(
    tx,
    due.map(({ id }) => ({ entity: 'demand' as const, entityId: id, ...step })),
  )
  await notifyBuyers(tx, news, due, ({ title, deadline, offerCount }) => ({
    title: `需求“${title}”将于 ${monthMinute(deadline.toISOString())} 截止报价`,
    text: `已收到 ${offerCount} 份报价。需要更多时间时，可在截止前推迟截止时间。`,
  }))
  // No page needs to be invalidated.
  return []
}

/** Reminders already sent for the current deadline. */
const sentReminders = (tx: Db) =>
  tx
    .select({ id: stateChanges.entityId })
    .from(stateChanges)
    .where(
      and(
        eq(stateChanges.entity, 'demand'),
        eq(stateChanges.entityId, demands.id),
        eq(stateChanges.event, 'remind'),
        sql`${stateChanges.createdAt} >= ${reminderTime}`,
      ),
    )

/** Checks again under the lock: another process may have sent the reminder meanwhile. */
async function withoutReminder<D extends { readonly id: number }>(tx: Db, near: readonly D[]): Promise<D[]> {
  if (near.length === 0) return []
  const ids = near.map(({ id }) => id)
  const open = await tx
    .select({ id: demands.id })
    .from(demands)
    .where(and(inArray(demands.id, ids), notExists(sentReminders(tx))))
  return near.filter(({ id }) => open.some((each) => each.id === id))
}
