import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { facts } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { reviewHiddenDays } from '../../../domain/orders/reviews.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { notifyReview } from './notify-review.ts'

/** Key of the fact that stores up to when reviews were revealed. */
const progressKey = 'reviewsRevealedUntil'
const initialProgress = sql`to_jsonb(now() - make_interval(days => ${reviewHiddenDays}))`
/** Maximum of reviews per run. */
const batchSize = 200

const counterReview = alias(reviews, 'answer')

/**
 * Reveals one-sided reviews after the hiding period: notifies the reviewed side and invalidates the shop's pages. The
 * progress is stored in the same transaction, so that of two parallel runs the second finds nothing.
 */
export async function revealReviews(db: Db, { push, pages }: Pick<Context, 'push' | 'pages'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  const tags = await db.transaction(async (tx) => {
    await tx.insert(facts).values({ key: progressKey, value: initialProgress }).onConflictDoNothing()
    const [from] = await tx
      .select({ at: sql<string>`${facts.value} #>> '{}'` })
      .from(facts)
      .where(eq(facts.key, progressKey))
      .for('update')
    if (from === undefined) return []
    const now = new Date()
    const visible = await selectNewlyVisible(tx, new Date(from.at), now)
    for (const { order, side } of visible) await notifyReview(tx, context, { order, by: side, event: 'shown' })
    const until = visible.length < batchSize ? now : visible.at(-1)?.visibleAt
    await tx.update(facts).set({ value: until?.toISOString() }).where(eq(facts.key, progressKey))
    return loadShopTags(tx, visible)
  })
  if (tags.length > 0) pages.invalidate(tags)
  await notifyAll()
}

/** Reviews that became visible between two moments, except those revealed because both sides had written. */
const selectNewlyVisible = (tx: Db, from: Date, now: Date) =>
  tx
    .select({
      order: {
        id: orders.id,
        orderNo: orders.orderNo,
        buyerCompanyId: orders.buyerCompanyId,
        sellerCompanyId: orders.sellerCompanyId,
      },
      side: reviews.side,
      visibleAt: reviews.visibleAt,
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .leftJoin(
      counterReview,
      and(
        eq(counterReview.orderId, reviews.orderId),
        sql`${counterReview.side} <> ${reviews.side}`,
        lte(counterReview.createdAt, reviews.visibleAt),
      ),
    )
    .where(
      and(
        gt(reviews.visibleAt, from),
        lte(reviews.visibleAt, now),
        lt(reviews.createdAt, reviews.visibleAt),
        sql`${counterReview.id} is null`,
      ),
    )
    .orderBy(reviews.visibleAt, reviews.id)
    .limit(batchSize)

async function loadShopTags(tx: Db, shown: Awaited<ReturnType<typeof selectNewlyVisible>>): Promise<string[]> {
  const sellers = shown.flatMap(({ order, side }) => (side === 'buyer' ? [order.sellerCompanyId] : []))
  if (sellers.length === 0) return []
  const rows = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(inArray(shops.companyId, [...new Set(sellers)]))
  return rows.map(({ id }) => `shop:${id}`)
}
