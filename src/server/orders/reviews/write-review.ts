import { and, eq, gt, isNull, lte, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrderReviews, reviewsCalls } from '../../../contract/orders/reviews.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import {
  canReview,
  meanScore,
  reviewErrors,
  normalizeReview,
  reviewVisibleFrom,
  reviewTextErrors,
} from '../../../domain/orders/reviews.ts'
import type { Context, Handler } from '../../handler.ts'
import {
  assertNoForbiddenWords,
  getWordList,
  openWordCases,
  suspiciousWords,
} from '../../operations/moderation/word-list.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { presentReviews, loadReviews } from './reviews.ts'
import { notifyReview } from './notify-review.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Side } from '../../../domain/sides.ts'

/** Cache tag of a company's shop pages; null without a shop. */
async function loadShopTag(db: Db, companyId: number): Promise<string | null> {
  const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, companyId))
  return shop === undefined ? null : `shop:${shop.id}`
}

type ReviewInput = z.output<typeof reviewsCalls.buyerReviewSave.input>

export const buyerReviewSave: Handler<typeof reviewsCalls.buyerReviewSave> = (input, context) =>
  saveReview('buyer', input, context)

export const sellerReviewSave: Handler<typeof reviewsCalls.sellerReviewSave> = (input, context) =>
  saveReview('seller', input, context)

async function saveReview(
  side: Side,
  input: ReviewInput,
  context: Context<'company'> | Context<'seller'>,
): Promise<OrderReviews> {
  const { caller, db, note } = context
  const errors = reviewErrors(side, input)
  if (errors.length > 0) throw fieldFailed(...errors)
  const words = await getWordList(context)
  const { text } = input
  assertNoForbiddenWords(words, { text })
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, side, caller.companyId, input.orderId)
    const now = new Date()
    const { id, isVisible } = await insertReview(tx, side, order, { ...input, userId: caller.userId, now })
    const found = { words: suspiciousWords(words, { text }), title: text, ownerCompanyId: caller.companyId }
    await openWordCases(tx, [{ kind: 'review', subjectId: id, ...found }])
    await notifyReview(tx, context, { order, by: side, event: isVisible ? 'shown' : 'written' })
    const tag = await loadShopTag(tx, order.sellerCompanyId)
    if (isVisible && tag !== null) context.after(() => context.pages.invalidate([tag]))
    note(order.orderNo)
    return presentReviews(tx, side, order, now)
  })
}

/** Inserts the review and reveals the other side's. Returns its id, and whether it is visible now. */
async function insertReview(
  tx: Db,
  side: Side,
  order: Order,
  { scores, text, userId, now }: ReviewInput & { readonly userId: number; readonly now: Date },
): Promise<{ readonly id: number; readonly isVisible: boolean }> {
  const { id: orderId, buyerCompanyId, sellerCompanyId, completedAt } = order
  const before = await loadReviews(tx, orderId)
  if (before.some((review) => review.side === side)) throw new CallFailed('reviewed')
  if (completedAt === null || !canReview(order, now)) throw new CallFailed('stepNotAllowed')
  const otherWrote = before.length > 0
  const visibleAt = reviewVisibleFrom(completedAt, now, otherWrote)
  const [companyId, ofCompanyId] =
    side === 'buyer' ? [buyerCompanyId, sellerCompanyId] : [sellerCompanyId, buyerCompanyId]
  const [written] = await tx
    .insert(reviews)
    .values({
      orderId,
      side,
      companyId,
      ofCompanyId,
      userId,
      scores,
      text: normalizeReview(text),
      visibleAt,
      createdAt: now,
      mean: meanScore(Object.values(scores)),
    })
    .returning({ id: reviews.id })
  if (written === undefined) throw new CallFailed('conflict')
  if (otherWrote) {
    await tx
      .update(reviews)
      .set({ visibleAt: now })
      .where(and(eq(reviews.orderId, orderId), gt(reviews.visibleAt, now)))
  }
  return { id: written.id, isVisible: visibleAt <= now }
}

type ReplyInput = z.output<typeof reviewsCalls.buyerReviewReply.input>

export const buyerReviewReply: Handler<typeof reviewsCalls.buyerReviewReply> = (input, context) =>
  replyToReview('buyer', input, context)

export const sellerReviewReply: Handler<typeof reviewsCalls.sellerReviewReply> = (input, context) =>
  replyToReview('seller', input, context)

/** The reviewed side replies once to a visible review; throws notFound for hidden ones. */
async function replyToReview(
  side: Side,
  input: ReplyInput,
  context: Context<'company'> | Context<'seller'>,
): Promise<OrderReviews> {
  const { caller, db } = context
  const errors = reviewTextErrors('reply', input.reply, true)
  if (errors.length > 0) throw fieldFailed(...errors)
  assertNoForbiddenWords(await getWordList(context), { reply: input.reply })
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
          isNull(reviews.hiddenAt),
        ),
      )
    if (review === undefined) throw new CallFailed('notFound')
    const order = await lockOrder(tx, side, caller.companyId, review.orderId)
    const written = await tx
      .update(reviews)
      .set({ reply: normalizeReview(input.reply), repliedAt: now })
      .where(and(eq(reviews.id, input.reviewId), eq(reviews.reply, '')))
      .returning({ id: reviews.id })
    if (written.length === 0) throw new CallFailed('stepNotAllowed')
    await notifyReview(tx, context, { order, by: side, event: 'replied' })
    const tag = await loadShopTag(tx, order.sellerCompanyId)
    if (side === 'seller' && tag !== null) context.after(() => context.pages.invalidate([tag]))
    return presentReviews(tx, side, order, now)
  })
}
