import type { ReadableAtom } from 'nanostores'
import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import type { OrderAction } from '../../domain/orders/order-actions.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { onTold } from '../operations/told.ts'

const part = loadable<OrderDetail>()
/** The order that is looked at, from either side. */
export const order: ReadableAtom<Loaded<OrderDetail>> = part.state

/** What a side does apart from handing over, which has its own form. */
type StepEvent = Exclude<OrderAction, 'deliver'>
/** What is typed or chosen with a step. */
export interface StepWords {
  readonly reason?: string
  /** Day of Shanghai. */
  readonly promisedAt?: string
  /** fen */
  readonly refundAmount?: number
}
/** What a question is asked about, as it was then: the answer is about nothing newer. */
interface Seen {
  readonly status: OrderStatus
  readonly deliveryId: number | undefined
  readonly refund: number | undefined
  readonly paid: number
}
export type OrderStep =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking' | 'sending'
      readonly event: StepEvent
      readonly seen: Seen
      readonly failure: Failure | null
    }
export const step = atom<OrderStep>({ at: 'none' })

type Side = 'buyer' | 'seller'
let shown: { side: Side; orderId: number } | null = null

export async function load(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await part.load(() => (side === 'buyer' ? api.orders.buyerOrder({ orderId }) : api.orders.sellerOrder({ orderId })))
}

/** Calls after each step and payment of the order that is shown: whose own step it was is told nothing. Returns the way to stop. */
export function onMoved(tell: () => void): () => void {
  const words = (now: Loaded<OrderDetail>) =>
    now.at === 'ready' ? `${now.content.orderId} ${now.content.status} ${now.content.paid}` : null
  let known = words(order.get())
  return order.listen((now) => {
    const moved = words(now)
    if (moved === null || moved === known) return
    const first = known === null
    known = moved
    if (!first) tell()
  })
}

/**
 * Shows one order as the side that looks, and reads it again whenever its people are told of it or may have missed
 * something. Returns the way to stop.
 */
export function start(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    step.set({ at: 'none' })
  }
  shown = { side, orderId }
  void load()
  const own = [side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId), links.payOneOrder(orderId)]
  return onTold((heard) => {
    if (heard.kind === 'awake' || (heard.kind === 'notice' && own.includes(heard.path))) void load()
  })
}

export function askStep(event: StepEvent): void {
  const now = order.get()
  if (now.at !== 'ready') return
  const { status, deliveries, cancel, paid } = now.content
  const seen = { status, deliveryId: deliveries[0]?.deliveryId, refund: cancel?.refund, paid }
  step.set({ at: 'asking', event, seen, failure: null })
}
export function dropStep(): void {
  if (step.get().at === 'asking') step.set({ at: 'none' })
}

/** Takes the step that is asked about, once. True after it worked; the order is then read again. */
export async function takeStep(words: StepWords = {}): Promise<boolean> {
  const now = step.get()
  if (now.at !== 'asking' || shown === null) return false
  step.set({ ...now, at: 'sending', failure: null })
  const answer = await sent(shown, now.event, now.seen, words)
  if (!answer.ok) {
    step.set({ ...now, at: 'asking', failure: answer.failure })
    // Somebody was quicker: behind the question the page shows how it stands.
    if (answer.failure.code !== 0) void load()
    return false
  }
  step.set({ at: 'none' })
  part.change((shownOrder) => ({ ...shownOrder, status: answer.content.status }))
  await load()
  return true
}

const buyerEvents = [
  'accept',
  'requestChanges',
  'cancel',
  'agreeCancel',
  'refuseCancel',
  'dropCancel',
  'dispute',
] as const
const sellerEvents = [
  ...(['confirm', 'decline', 'start', 'cancel', 'agreeCancel', 'refuseCancel', 'dropCancel', 'dispute'] as const),
]

async function sent(
  { side, orderId }: { side: Side; orderId: number },
  asked: StepEvent,
  { deliveryId, refund }: Seen,
  { reason, promisedAt, refundAmount }: StepWords,
): Promise<Answer<{ readonly status: OrderStatus }>> {
  const back = asked === 'agreeCancel' ? refund : refundAmount
  const words = { orderId, ...(reason && { reason }), ...(back !== undefined && { refundAmount: back }) }
  if (side === 'seller') {
    const event = sellerEvents.find((each) => each === asked)
    if (event === undefined) throw new Error(`A seller does not ${asked}`)
    return api.orders.sellerOrderStep({ ...words, event, ...(promisedAt && { promisedAt }) })
  }
  const event = buyerEvents.find((each) => each === asked)
  if (event === undefined) throw new Error(`A buyer does not ${asked}`)
  const about = event === 'accept' || event === 'requestChanges' ? { deliveryId } : {}
  return api.orders.buyerOrderStep({ ...words, event, ...(about.deliveryId !== undefined && about) })
}
