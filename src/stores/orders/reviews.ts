import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { reviewsCalls, type OrderReviews } from '../../contract/orders/reviews.ts'
import { links } from '../../domain/links.ts'
import { reviewFaults, reviewScores, textFaults, type ReviewSide } from '../../domain/orders/reviews.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { faultsOf } from '../faults.ts'
import { kept, shaped } from '../kept.ts'
import { onTold } from '../operations/told.ts'
import { typedForm } from '../typed-form.ts'
import { onMoved } from './order.ts'

const part = loadable<OrderReviews>()
/** Both reviews of the order that is looked at, as its side may know them. */
export const reviews = part.state

let shown: { side: ReviewSide; orderId: number } | null = null

export async function load(): Promise<void> {
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
const intention = () => `review:${shown?.side ?? ''}:${shown?.orderId ?? 0}`
/** What was chosen and typed of this order in this tab and not sent. */
const typed = () => kept('tab', `review-draft:${shown?.side ?? ''}:${shown?.orderId ?? 0}`, shaped(reviewValues))

/** Stars by key and words. */
export const form = typedForm({
  schema: reviewsCalls.buyerReviewSave.input,
  inputOf: ({ scores, text }: ReviewValues) => ({ orderId: shown?.orderId ?? 0, scores, text: text.trim() }),
  own: (values) => reviewFaults(shown?.side ?? 'buyer', values),
  send: (input) => {
    const once = { idempotencyKey: intentionKey(intention()) }
    return shown?.side === 'seller' ? api.orders.sellerReviewSave(input, once) : api.orders.buyerReviewSave(input, once)
  },
  changed: () => {
    intentionDone(intention())
    typed().keep(form.values.get() ?? blank)
  },
})

/** Shows the reviews of one order and keeps them in step with what is told of it. Returns the way to stop. */
export function start(side: ReviewSide, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) part.reset()
  shown = { side, orderId }
  form.begin(typed().read() ?? blank)
  reply.set(noReply)
  void load()
  const here = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopTold = onTold((heard) => {
    if (heard.kind === 'awake' || (heard.kind === 'notice' && heard.path === here)) void load()
  })
  const stopMoved = onMoved(() => void load())
  return () => {
    stopTold()
    stopMoved()
  }
}

/** Gives one of the scores its stars. */
export function choose(key: string, stars: number): void {
  const now = form.values.get()
  const isKnown = reviewScores[shown?.side ?? 'buyer'].some((each) => each.key === key)
  if (now !== null && isKnown) form.set('scores', { ...now.scores, [key]: stars })
}

/** Sends the review, once. True when it was kept. */
export async function save(): Promise<boolean> {
  const content = await form.send()
  if (content === undefined) {
    const now = form.sending.get()
    // Somebody of the own company was quicker, or its time is over.
    if (now.at === 'refused' && now.failure !== null && now.failure.code > 1000) void load()
    return false
  }
  intentionDone(intention())
  typed().clear()
  part.change(() => content)
  return true
}

interface Replying {
  readonly open: boolean
  readonly text: string
  readonly sending: boolean
  readonly failure: Failure | null
  readonly fault: string | undefined
}
const noReply: Replying = { open: false, text: '', sending: false, failure: null, fault: undefined }
/** The answer to the other side's review. */
export const reply = atom<Replying>(noReply)
export const openReply = (): void => reply.set({ ...reply.get(), open: true })
export const closeReply = (): void => reply.set({ ...reply.get(), open: false })
export const typeReply = (text: string): void => reply.set({ ...reply.get(), text, fault: undefined, failure: null })

/** Answers the other side's review, once. True when it was kept. */
export async function sendReply(): Promise<boolean> {
  const now = reply.get()
  const read = reviews.get()
  const reviewId = read.at === 'ready' ? read.content.other?.reviewId : undefined
  if (now.sending || reviewId === undefined || shown === null) return false
  const [fault] = textFaults('reply', now.text, true)
  if (fault !== undefined) {
    reply.set({ ...now, fault: fault.message })
    return false
  }
  reply.set({ ...now, sending: true, failure: null })
  const input = { reviewId, reply: now.text.trim() }
  const answer =
    shown.side === 'buyer' ? await api.orders.buyerReviewReply(input) : await api.orders.sellerReviewReply(input)
  if (!answer.ok) {
    const refused = faultsOf(answer.failure).find(({ field }) => field === 'reply')?.message
    reply.set({ ...now, failure: refused === undefined ? answer.failure : null, fault: refused })
    return false
  }
  reply.set(noReply)
  part.change(() => answer.content)
  return true
}
