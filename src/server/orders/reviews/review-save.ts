import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrderReviews, reviewsCalls } from '../../../contract/orders/reviews.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { mayReview, meanScore, reviewFaults, tidyReview, visibleFrom } from '../../../domain/orders/reviews.ts'
import type { Context, Handler } from '../../handler.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import type { Side } from '../present-order.ts'
import { presentReviews, reviewsOf } from './order-reviews.ts'
import { shopTagOf } from './shop-tag.ts'
import { tellReview } from './tell-review.ts'

type Input = z.output<typeof reviewsCalls.buyerReviewSave.input>

export const buyerReviewSave: Handler<typeof reviewsCalls.buyerReviewSave> = (input, context) =>
  save('buyer', input, context)

export const sellerReviewSave: Handler<typeof reviewsCalls.sellerReviewSave> = (input, context) =>
  save('seller', input, context)

async function save(side: Side, input: Input, context: Context<'company'> | Context<'seller'>): Promise<OrderReviews> {
  const { caller, db, note } = context
  const faults = reviewFaults(side, input)
  if (faults.length > 0) throw fieldFailed(...faults)
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, side, caller.companyId, input.orderId)
    const now = new Date()
    const isShown = await write(tx, side, order, { ...input, userId: caller.userId, now })
    await tellReview(tx, context, { order, by: side, event: isShown ? 'shown' : 'written' })
    const tag = await shopTagOf(tx, order.sellerCompanyId)
    if (isShown && tag !== null) context.after(() => context.pages.invalidate([tag]))
    note(order.orderNo)
    return presentReviews(tx, side, order, now)
  })
}

/** Keeps the review; with it the other side's becomes visible. Answers whether this one is visible now. */
async function write(
  tx: Db,
  side: Side,
  order: Order,
  { scores, text, userId, now }: Input & { readonly userId: number; readonly now: Date },
): Promise<boolean> {
  const { id: orderId, buyerCompanyId, sellerCompanyId, completedAt } = order
  const before = await reviewsOf(tx, orderId)
  if (before.some((review) => review.side === side)) throw new CallFailed('reviewed')
  if (completedAt === null || !mayReview(order, now)) throw new CallFailed('stepNotAllowed')
  const otherWrote = before.length > 0
  const visibleAt = visibleFrom(completedAt, now, otherWrote)
  const [companyId, ofCompanyId] =
    side === 'buyer' ? [buyerCompanyId, sellerCompanyId] : [sellerCompanyId, buyerCompanyId]
  await tx.insert(reviews).values({
    ...{ orderId, side, companyId, ofCompanyId, userId, scores, text: tidyReview(text), visibleAt, createdAt: now },
    mean: meanScore(Object.values(scores)),
  })
  if (otherWrote) {
    await tx
      .update(reviews)
      .set({ visibleAt: now })
      .where(and(eq(reviews.orderId, orderId), gt(reviews.visibleAt, now)))
  }
  return visibleAt <= now
}
