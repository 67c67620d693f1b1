import { and, eq } from 'drizzle-orm'
import type { OrderReviews, Review, reviewsCalls } from '../../../contract/orders/reviews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { canReview, reviewUntil } from '../../../domain/orders/reviews.ts'
import type { Handler } from '../../handler.ts'
import type { Order } from '../lock-order.ts'
import { sideCompanyId } from '../present-order.ts'
import type { Side } from '../../../domain/sides.ts'

type ReviewRow = typeof reviews.$inferSelect

/** Review as sent to the client. */
export const presentReview = (row: ReviewRow): Review => ({
  reviewId: row.id,
  side: row.side,
  scores: { ...row.scores },
  mean: row.mean,
  text: row.text,
  reply: row.reply,
  repliedAt: row.repliedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Both reviews of an order, without access check. */
export const loadReviews = (db: Db, orderId: number): Promise<ReviewRow[]> =>
  db.select().from(reviews).where(eq(reviews.orderId, orderId))

/** Reviews of an order for a side: of a hidden one only that it exists. */
export async function presentReviews(db: Db, side: Side, order: Order, now = new Date()): Promise<OrderReviews> {
  const rows = await loadReviews(db, order.id)
  const own = rows.find((row) => row.side === side)
  const other = rows.find((row) => row.side !== side)
  return {
    own: own === undefined ? null : presentReview(own),
    other: other === undefined || other.visibleAt > now ? null : presentReview(other),
    otherWrote: other !== undefined,
    canWrite: own === undefined && canReview(order, now),
    hiddenUntil: own === undefined || own.visibleAt <= now ? null : own.visibleAt.toISOString(),
    writeUntil: reviewUntil(order.completedAt)?.toISOString() ?? null,
  }
}

async function loadOrderReviews(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderReviews> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return presentReviews(db, side, order)
}

export const buyerOrderReviews: Handler<typeof reviewsCalls.buyerOrderReviews> = ({ orderId }, { caller, db }) =>
  loadOrderReviews(db, 'buyer', caller.companyId, orderId)

export const sellerOrderReviews: Handler<typeof reviewsCalls.sellerOrderReviews> = ({ orderId }, { caller, db }) =>
  loadOrderReviews(db, 'seller', caller.companyId, orderId)
