import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { reviewsCalls, type OrderReviews } from '../../contract/orders/reviews.ts'
import { links } from '../../domain/links.ts'
import { reviewErrors, reviewScores, reviewTextErrors } from '../../domain/orders/reviews.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { onPush } from '../operations/push-notices.ts'
import { createForm } from '../form-store.ts'
import { onOrderChanged } from './order.ts'
import type { Side } from '../../domain/sides.ts'

const part = loadable<OrderReviews>()
/** Both order reviews, as far as the viewing side may see them. */
export const orderReviews = part.state

let shown: { side: Side; orderId: number } | null = null

export async function loadOrderReviews(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await part.load(() =>
    side === 'buyer' ? api.orders.buyerOrderReviews({ orderId }) : api.orders.sellerOrderReviews({ orderId }),
  )
}

const reviewValues = z.object({ scores: z.record(z.string(), z.number()), text: z.string() })
type ReviewValues = z.output<typeof reviewValues>
const blank: ReviewValues = { scores: {}, text: '' }
const keyName = () => `review:${shown?.side ?? ''}:${shown?.orderId ?? 0}`
/** Unsent review of this order, persisted in the tab. */
const savedReview = () =>
  persistedValue('tab', `review-draft:${shown?.side ?? ''}:${shown?.orderId ?? 0}`, withSchema(reviewValues))

/** Stars by score key, and the text. */
export const orderReviewForm = createForm({
  schema: reviewsCalls.buyerReviewSave.input,
  inputOf: ({ scores, text }: ReviewValues) => ({ orderId: shown?.orderId ?? 0, scores, text: text.trim() }),
  validate: (values) => reviewErrors(shown?.side ?? 'buyer', values),
  submit: (input) => {
    const once = { idempotencyKey: getIdempotencyKey(keyName()) }
    return shown?.side === 'seller' ? api.orders.sellerReviewSave(input, once) : api.orders.buyerReviewSave(input, once)
  },
  onChange: () => {
    clearIdempotencyKey(keyName())
    savedReview().save(orderReviewForm.values.get() ?? blank)
  },
})

/** Loads the reviews of one order and reloads on push notices. Returns the unsubscribe function. */
export function startOrderReviews(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) part.reset()
  shown = { side, orderId }
  orderReviewForm.start(savedReview().read() ?? blank)
  replyForm.set(emptyReply)
  void loadOrderReviews()
  const here = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === here)) void loadOrderReviews()
  })
  const stopMoved = onOrderChanged(() => void loadOrderReviews())
  return () => {
    stopPush()
    stopMoved()
  }
}

/** Sets the stars of one score. */
export function chooseStars(key: string, stars: number): void {
  const now = orderReviewForm.values.get()
  const isKnown = reviewScores[shown?.side ?? 'buyer'].some((each) => each.key === key)
  if (now !== null && isKnown) orderReviewForm.set('scores', { ...now.scores, [key]: stars })
}

/** Submits the review, once. True on success. */
export async function submitOrderReview(): Promise<boolean> {
  const content = await orderReviewForm.submit()
  if (content === undefined) {
    const now = orderReviewForm.submitState.get()
    // A colleague was faster, or the review period has ended.
    if (now.at === 'refused' && now.failure !== null && now.failure.code > 1000) void loadOrderReviews()
    return false
  }
  clearIdempotencyKey(keyName())
  savedReview().clear()
  part.update(() => content)
  return true
}

interface ReplyForm {
  readonly open: boolean
  readonly text: string
  readonly sending: boolean
  readonly failure: Failure | null
  readonly error: string | undefined
}
const emptyReply: ReplyForm = { open: false, text: '', sending: false, failure: null, error: undefined }
/** Reply to the other side's review. */
export const replyForm = atom<ReplyForm>(emptyReply)
export const openReviewReply = (): void => replyForm.set({ ...replyForm.get(), open: true })
export const closeReviewReply = (): void => replyForm.set({ ...replyForm.get(), open: false })
export const setReviewReply = (text: string): void =>
  replyForm.set({ ...replyForm.get(), text, error: undefined, failure: null })

/** Submits the reply, once. True on success. */
export async function submitReviewReply(): Promise<boolean> {
  const now = replyForm.get()
  const read = orderReviews.get()
  const reviewId = read.at === 'ready' ? read.content.other?.reviewId : undefined
  if (now.sending || reviewId === undefined || shown === null) return false
  const [fault] = reviewTextErrors('reply', now.text, true)
  if (fault !== undefined) {
    replyForm.set({ ...now, error: fault.message })
    return false
  }
  replyForm.set({ ...now, sending: true, failure: null })
  const input = { reviewId, reply: now.text.trim() }
  const answer =
    shown.side === 'buyer' ? await api.orders.buyerReviewReply(input) : await api.orders.sellerReviewReply(input)
  if (!answer.ok) {
    const refused = fieldErrorsOf(answer.failure).find(({ field }) => field === 'reply')?.message
    replyForm.set({ ...now, failure: refused === undefined ? answer.failure : null, error: refused })
    return false
  }
  replyForm.set(emptyReply)
  part.update(() => answer.content)
  return true
}
