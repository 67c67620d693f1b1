import { type ReadableAtom, atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { OrderDetail, OrderMilestone } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import type { OrderAction } from '../../domain/orders/order-actions.ts'
import { isMilestoneAccepted } from '../../domain/orders/milestone-states.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import { isLineRefunded } from '../../domain/orders/payment-states.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { exportSheet } from '../operations/sheet-export.ts'
import { onPush } from '../operations/push-notices.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { Side } from '../../domain/sides.ts'

const orderPart = loadable<OrderDetail>()
/** The shown order, from either side. */
export const order: ReadableAtom<Loaded<OrderDetail>> = orderPart.state

/** Steps other than delivery, which has its own form. */
type StepEvent = Exclude<OrderAction, 'deliver'>
/** Input of a step. */
export interface StepInput {
  readonly reason?: string
  /** Day in Shanghai time. */
  readonly promisedAt?: string
  /** fen */
  readonly refundAmount?: number
}
/** State of the order when the dialog opened: the step applies to nothing newer. */
interface StepSnapshot {
  readonly status: OrderStatus
  /** The milestone the step is about; undefined = the order. */
  readonly milestone: OrderMilestone | undefined
  /** Newest delivery of the order, or of the milestone. */
  readonly deliveryId: number | undefined
  readonly refund: number | undefined
  readonly paid: number
  /** Of accepted milestones, in fen: what was paid, and what is owed and would no longer be after a cancellation. */
  readonly accepted: { readonly paid: number; readonly owed: number }
}

/** Payments of accepted milestones; fen. */
function acceptedPayments({ milestones, payments }: OrderDetail): StepSnapshot['accepted'] {
  const lineIds = new Set(milestones.filter(({ status }) => isMilestoneAccepted(status)).map(({ lineId }) => lineId))
  const lines = payments.filter(({ lineId, status }) => lineIds.has(lineId) && !isLineRefunded(status))
  return {
    paid: lines.reduce((sum, { paid }) => sum + paid, 0),
    owed: lines.reduce((sum, { amount, paid }) => sum + Math.max(0, amount - paid), 0),
  }
}

export type OrderStep =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking' | 'sending'
      readonly event: StepEvent
      readonly snapshot: StepSnapshot
      readonly failure: Failure | null
    }
export const orderStep = atom<OrderStep>({ at: 'none' })

let shown: { side: Side; orderId: number } | null = null

export async function loadOrder(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await orderPart.load(() =>
    side === 'buyer' ? api.orders.buyerOrder({ orderId }) : api.orders.sellerOrder({ orderId }),
  )
}

/**
 * Calls back after each step and payment of the shown order, since push notices do not reach the acting side. Returns
 * the unsubscribe function.
 */
export function onOrderChanged(notify: () => void): () => void {
  const words = (now: Loaded<OrderDetail>) => {
    if (now.at !== 'ready') return null
    const { orderId, status, paid, termsVersion, milestones } = now.content
    return [orderId, status, paid, termsVersion, ...milestones.map((milestone) => milestone.status)].join(' ')
  }
  let known = words(order.get())
  return order.listen((now) => {
    const moved = words(now)
    if (moved === null || moved === known) return
    const first = known === null
    known = moved
    if (!first) notify()
  })
}

/** Loads one order as the viewing side and reloads on push notices and reconnects. Returns the unsubscribe function. */
export function startOrder(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    orderPart.reset()
    orderStep.set({ at: 'none' })
  }
  shown = { side, orderId }
  void loadOrder()
  const own = [side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId), links.payOneOrder(orderId)]
  return onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && own.includes(notice.path))) void loadOrder()
  })
}

/** Opens the dialog of a step of the order, or of one of its milestones. */
export function openOrderStep(event: StepEvent, milestone?: OrderMilestone): void {
  const now = order.get()
  if (now.at !== 'ready') return
  const { status, deliveries, cancel, paid } = now.content
  const newest = deliveries.find(({ milestoneId }) => milestone === undefined || milestoneId === milestone.milestoneId)
  const accepted = acceptedPayments(now.content)
  const seen = { status, milestone, deliveryId: newest?.deliveryId, refund: cancel?.refund, paid, accepted }
  orderStep.set({ at: 'asking', event, snapshot: seen, failure: null })
}
export function closeOrderStep(): void {
  if (orderStep.get().at === 'asking') orderStep.set({ at: 'none' })
}

/** Submits the open step, once, and reloads the order. True on success. */
export async function submitOrderStep(input: StepInput = {}): Promise<boolean> {
  const now = orderStep.get()
  if (now.at !== 'asking' || shown === null) return false
  orderStep.set({ ...now, at: 'sending', failure: null })
  const answer = await sendStep(shown, now.event, now.snapshot, input)
  if (!answer.ok) {
    orderStep.set({ ...now, at: 'asking', failure: answer.failure })
    // Somebody was faster: reload the order behind the dialog.
    if (answer.failure.code !== 0) void loadOrder()
    return false
  }
  orderStep.set({ at: 'none' })
  orderPart.update((shownOrder) => ({ ...shownOrder, status: answer.content.status }))
  await loadOrder()
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

async function sendStep(
  { side, orderId }: { side: Side; orderId: number },
  asked: StepEvent,
  { milestone, deliveryId, refund }: StepSnapshot,
  { reason, promisedAt, refundAmount }: StepInput,
): Promise<Answer<{ readonly status: OrderStatus }>> {
  const back = asked === 'agreeCancel' ? refund : refundAmount
  const words = {
    orderId,
    ...(reason && { reason }),
    ...(back !== undefined && { refundAmount: back }),
    ...(milestone !== undefined && { milestoneId: milestone.milestoneId }),
  }
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

/** Downloads the calendar file of the shown order. Returns the failure, if any. */
export async function downloadCalendar(): Promise<Failure | null> {
  if (shown === null) return null
  const { side, orderId } = shown
  const { buyerOrderCalendar, sellerOrderCalendar } = api.orders
  return exportSheet('calendar', () =>
    side === 'buyer' ? buyerOrderCalendar({ orderId }) : sellerOrderCalendar({ orderId }),
  )
}

const orderDemandPart = loadable<DemandDetail>()
/** Demand behind an order, as visible to the supplier. */
export const orderDemand = orderDemandPart.state

export const loadOrderDemand = (demandId: number): Promise<void> =>
  orderDemandPart.load(() => api.demands.demand({ demandId }))
