import { and, eq } from 'drizzle-orm'
import type { OrderReviews, Review, reviewsCalls } from '../../../contract/orders/reviews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { mayReview, reviewUntil } from '../../../domain/orders/reviews.ts'
import type { Handler } from '../../handler.ts'
import type { Order } from '../lock-order.ts'
import { companyOf, type Side } from '../present-order.ts'

type ReviewRow = typeof reviews.$inferSelect

/** A review in the names of the wire, as its writer and, once it is shown, everyone reads it. */
export const presentReview = (row: ReviewRow): Review => ({
  ...{ reviewId: row.id, side: row.side, scores: { ...row.scores }, mean: row.mean, text: row.text, reply: row.reply },
  repliedAt: row.repliedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Both reviews of an order, whoever may read them. */
export const reviewsOf = (db: Db, orderId: number): Promise<ReviewRow[]> =>
  db.select().from(reviews).where(eq(reviews.orderId, orderId))

/** What a side may know of an order's reviews: of one that is hidden only that it was written. */
export async function presentReviews(db: Db, side: Side, order: Order, now = new Date()): Promise<OrderReviews> {
  const rows = await reviewsOf(db, order.id)
  const own = rows.find((row) => row.side === side)
  const other = rows.find((row) => row.side !== side)
  return {
    own: own === undefined ? null : presentReview(own),
    other: other === undefined || other.visibleAt > now ? null : presentReview(other),
    otherWrote: other !== undefined,
    canWrite: own === undefined && mayReview(order, now),
    hiddenUntil: own === undefined || own.visibleAt <= now ? null : own.visibleAt.toISOString(),
    writeUntil: reviewUntil(order.completedAt)?.toISOString() ?? null,
  }
}

async function orderReviews(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderReviews> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(companyOf(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return presentReviews(db, side, order)
}

export const buyerOrderReviews: Handler<typeof reviewsCalls.buyerOrderReviews> = ({ orderId }, { caller, db }) =>
  orderReviews(db, 'buyer', caller.companyId, orderId)

export const sellerOrderReviews: Handler<typeof reviewsCalls.sellerOrderReviews> = ({ orderId }, { caller, db }) =>
  orderReviews(db, 'seller', caller.companyId, orderId)
