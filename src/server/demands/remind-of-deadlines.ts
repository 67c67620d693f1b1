import { and, asc, eq, gt, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import { monthMinute } from '../../domain/time.ts'
import { recordSteps } from '../operations/public.ts'
import { tellBuyers, type News } from './tell-buyers.ts'

const aDayBefore = sql`${demands.deadline} - interval '24 hours'`

/**
 * Tells buyers a day ahead that their offering ends. The step in the demand's history is what makes it happen once for a
 * deadline: one that was put off is reminded of anew. A demand of less than a day is not.
 */
export async function remindOfDeadlines(tx: Db, most: number, news: News | undefined) {
  if (news === undefined) return []
  const near = await tx
    .select({
      ...{ id: demands.id, companyId: demands.companyId, title: demands.title },
      ...{ deadline: demands.deadline, offerCount: demands.offerCount },
    })
    .from(demands)
    .where(
      and(
        ...[eq(demands.status, 'open'), isNull(demands.deletedAt), gt(demands.deadline, sql`now()`)],
        ...[sql`${aDayBefore} <= now()`, sql`${demands.publishedAt} < ${aDayBefore}`, notExists(reminded(tx))],
      ),
    )
    .orderBy(asc(demands.id))
    .limit(most)
    .for('no key update', { skipLocked: true })
  const due = await notYetTold(tx, near)
  const step = { event: 'remind', fromStatus: 'open', toStatus: 'open' }
  await recordSteps(
    tx,
    due.map(({ id }) => ({ entity: 'demand' as const, entityId: id, ...step })),
  )
  await tellBuyers(tx, news, due, ({ title, deadline, offerCount }) => ({
    title: `需求「${title}」将于 ${monthMinute(deadline.toISOString())} 截止报价`,
    text: `已收到 ${offerCount} 份报价。需要更多时间时，可在截止前推迟截止时间。`,
  }))
  // Nothing that a page shows has changed.
  return []
}

/** The reminder of a demand's deadline as it is now. */
const reminded = (tx: Db) =>
  tx
    .select({ id: stateChanges.entityId })
    .from(stateChanges)
    .where(
      and(
        eq(stateChanges.entity, 'demand'),
        eq(stateChanges.entityId, demands.id),
        eq(stateChanges.event, 'remind'),
        sql`${stateChanges.createdAt} >= ${aDayBefore}`,
      ),
    )

/** Looked at again under the lock: another process may have told them while this one was reading. */
async function notYetTold<D extends { readonly id: number }>(tx: Db, near: readonly D[]): Promise<D[]> {
  if (near.length === 0) return []
  const ids = near.map(({ id }) => id)
  const open = await tx
    .select({ id: demands.id })
    .from(demands)
    .where(and(inArray(demands.id, ids), notExists(reminded(tx))))
  return near.filter(({ id }) => open.some((each) => each.id === id))
}
