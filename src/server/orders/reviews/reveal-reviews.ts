import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { facts } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { reviewHiddenDays } from '../../../domain/orders/reviews.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { tellReview } from './tell-review.ts'

/** Until when reviews were made known whose day came. */
const key = 'reviewsRevealedUntil'
const first = sql`to_jsonb(now() - make_interval(days => ${reviewHiddenDays}))`
/** Told in one transaction; what is left comes with the next run. */
const batch = 200

const answer = alias(reviews, 'answer')

/**
 * Makes known the reviews that nobody answered with one of their own and whose day came: their side is told, the pages
 * of the shop are drawn anew. How far it came is kept in the same transaction, so that of two runs at once the second
 * waits and finds nothing.
 */
export async function revealReviews(db: Db, { push, pages }: Pick<Context, 'push' | 'pages'>): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  const tags = await db.transaction(async (tx) => {
    await tx.insert(facts).values({ key, value: first }).onConflictDoNothing()
    const [from] = await tx
      .select({ at: sql<string>`${facts.value} #>> '{}'` })
      .from(facts)
      .where(eq(facts.key, key))
      .for('update')
    if (from === undefined) return []
    const now = new Date()
    const shown = await revealed(tx, new Date(from.at), now)
    for (const { order, side } of shown) await tellReview(tx, news, { order, by: side, event: 'shown' })
    const until = shown.length < batch ? now : shown.at(-1)?.visibleAt
    await tx.update(facts).set({ value: until?.toISOString() }).where(eq(facts.key, key))
    return tagsOf(tx, shown)
  })
  if (tags.length > 0) pages.invalidate(tags)
  await tellAll()
}

/** Reviews whose day came since a moment, in its order. Those that came out as both had written were told at once. */
const revealed = (tx: Db, from: Date, now: Date) =>
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
      answer,
      and(
        eq(answer.orderId, reviews.orderId),
        sql`${answer.side} <> ${reviews.side}`,
        lte(answer.createdAt, reviews.visibleAt),
      ),
    )
    .where(
      and(
        gt(reviews.visibleAt, from),
        lte(reviews.visibleAt, now),
        lt(reviews.createdAt, reviews.visibleAt),
        sql`${answer.id} is null`,
      ),
    )
    .orderBy(reviews.visibleAt, reviews.id)
    .limit(batch)

async function tagsOf(tx: Db, shown: Awaited<ReturnType<typeof revealed>>): Promise<string[]> {
  const sellers = shown.flatMap(({ order, side }) => (side === 'buyer' ? [order.sellerCompanyId] : []))
  if (sellers.length === 0) return []
  const rows = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(inArray(shops.companyId, [...new Set(sellers)]))
  return rows.map(({ id }) => `shop:${id}`)
}
