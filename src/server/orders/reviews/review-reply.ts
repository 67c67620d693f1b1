import { and, eq, lte, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrderReviews, reviewsCalls } from '../../../contract/orders/reviews.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { textFaults, tidyReview } from '../../../domain/orders/reviews.ts'
import type { Context, Handler } from '../../handler.ts'
import { lockOrder } from '../lock-order.ts'
import type { Side } from '../present-order.ts'
import { presentReviews } from './order-reviews.ts'
import { shopTagOf } from './shop-tag.ts'
import { tellReview } from './tell-review.ts'

type Input = z.output<typeof reviewsCalls.buyerReviewReply.input>

export const buyerReviewReply: Handler<typeof reviewsCalls.buyerReviewReply> = (input, context) =>
  reply('buyer', input, context)

export const sellerReviewReply: Handler<typeof reviewsCalls.sellerReviewReply> = (input, context) =>
  reply('seller', input, context)

/** The reviewed side answers once what it may read; what is hidden from it is not found. */
async function reply(side: Side, input: Input, context: Context<'company'> | Context<'seller'>): Promise<OrderReviews> {
  const { caller, db } = context
  const faults = textFaults('reply', input.reply, true)
  if (faults.length > 0) throw fieldFailed(...faults)
  return db.transaction(async (tx) => {
    const now = new Date()
    const [review] = await tx
      .select({ orderId: reviews.orderId })
      .from(reviews)
      .where(
        and(
          eq(reviews.id, input.reviewId),
          eq(reviews.ofCompanyId, caller.companyId),
          ne(reviews.side, side),
          lte(reviews.visibleAt, now),
        ),
      )
    if (review === undefined) throw new CallFailed('notFound')
    const order = await lockOrder(tx, side, caller.companyId, review.orderId)
    const written = await tx
      .update(reviews)
      .set({ reply: tidyReview(input.reply), repliedAt: now })
      .where(and(eq(reviews.id, input.reviewId), eq(reviews.reply, '')))
      .returning({ id: reviews.id })
    if (written.length === 0) throw new CallFailed('stepNotAllowed')
    await tellReview(tx, context, { order, by: side, event: 'replied' })
    const tag = await shopTagOf(tx, order.sellerCompanyId)
    if (side === 'seller' && tag !== null) context.after(() => context.pages.invalidate([tag]))
    return presentReviews(tx, side, order, now)
  })
}
