import { atom, computed, type ReadableAtom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Payable, Payment, paymentsCalls } from '../../../contract/orders/payments.ts'
import type { z } from 'zod'
import { selectDueLines } from '../../../domain/orders/payment-blocker.ts'
import { links } from '../../../domain/links.ts'
import type { PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { isPaymentSubmitted, isPaymentOpen } from '../../../domain/orders/payment-states.ts'

export type PayInfo = z.output<typeof paymentsCalls.paymentInfo.output>
/** Orders to pay: one checkout group, one order or several; and the payment a gateway redirected back from. */
export interface PayFor {
  readonly groupId?: number | undefined
  readonly orderId?: number | undefined
  /** Takes precedence over the others. */
  readonly orderIds?: readonly number[] | undefined
  readonly paymentId?: number | undefined
}

const part = loadable<PayInfo>()
export const payInfo: ReadableAtom<Loaded<PayInfo>> = part.state

/** Ids of the lines to be paid now. */
export const chosenLineIds = atom<readonly number[]>([])
/** Chosen payment method; null for none yet. */
export const paymentMethod = atom<PaymentMethod | null>(null)
/** Current payment attempt; null before one is created. */
export const paymentAttempt = atom<Payment | null>(null)

let shown: PayFor | null = null
/** Attempts the payer left: reloading does not bring them back. */
const leftAttempts = new Set<number>()

export const canPay = ({ blocker }: Payable): boolean => blocker === null
/** Chosen lines as last loaded. */
export const chosenLines = computed([payInfo, chosenLineIds], (state, ids) =>
  state.at === 'ready' ? state.content.payables.filter(({ lineId }) => ids.includes(lineId)) : [],
)

export async function loadPayInfo(): Promise<void> {
  const now = shown
  if (now === null) return
  await part.load(() => api.orders.paymentInfo(askedOrders(now)))
  const state = payInfo.get()
  if (shown === now && state.at === 'ready') applyPayInfo(state.content, now.paymentId)
}

function askedOrders({ groupId, orderId, orderIds }: PayFor) {
  if (orderIds !== undefined) return { orderIds: [...orderIds] }
  return groupId === undefined ? { orderId: orderId ?? 0 } : { groupId }
}

/** Applies a loaded state: lines no longer payable are deselected, and the attempt is updated. */
function applyPayInfo(content: PayInfo, paymentId: number | undefined): void {
  const able = content.payables.filter(canPay).map(({ lineId }) => lineId)
  const kept = chosenLineIds.get().filter((id) => able.includes(id))
  chosenLineIds.set(kept.length > 0 ? kept : selectDueLines(content.payables).map(({ lineId }) => lineId))
  if (paymentMethod.get() === null) paymentMethod.set(firstMethod(content))
  if (paymentMethod.get() === 'bank') keepOneOrder(content.payables)
  const before = paymentAttempt.get()
  const again = before === null ? undefined : content.payments.find((each) => each.paymentId === before.paymentId)
  const others = content.payments.filter((each) => !leftAttempts.has(each.paymentId))
  const sent = others.find((each) => each.paymentId === paymentId)
  paymentAttempt.set(again ?? before ?? sent ?? findWaitingPayment(content, others) ?? null)
}

const ordersOf = (lines: readonly Payable[]) => new Set(lines.map(({ orderId }) => orderId)).size

/** Default method: bank transfer for one order, online for several where available. */
function firstMethod({ payables, methods }: PayInfo): PaymentMethod {
  const online = methods.find((each) => each.method !== 'bank' && each.enabled)?.method
  return ordersOf(payables.filter(canPay)) > 1 && online !== undefined ? online : 'bank'
}

/** A transfer pays one order: of the chosen lines those of the first order stay. */
function keepOneOrder(payables: readonly Payable[]): void {
  const chosen = payables.filter(({ lineId }) => chosenLineIds.get().includes(lineId))
  const [first] = chosen
  chosenLineIds.set(chosen.filter(({ orderId }) => orderId === first?.orderId).map(({ lineId }) => lineId))
}

/**
 * Unfinished attempt to resume: an open one for the shown orders alone, or a submitted one, which does not hide other
 * orders that can be paid now.
 */
function findWaitingPayment({ payables }: PayInfo, payments: readonly Payment[]): Payment | undefined {
  const shownOrders = new Set(payables.map(({ orderId }) => orderId))
  const otherPayable = shownOrders.size > 1 && payables.some(canPay)
  return payments.find(({ status, expiresAt, parts }) =>
    isPaymentSubmitted(status)
      ? !otherPayable
      : isPaymentOpen(status) &&
        Date.parse(expiresAt) > Date.now() &&
        parts.every(({ orderId }) => shownOrders.has(orderId)),
  )
}

/** Loads what can be paid and reloads on push notices and reconnects. Returns the unsubscribe function. */
export function startPay(what: PayFor): () => void {
  if (shown === null || JSON.stringify(askedOrders(shown)) !== JSON.stringify(askedOrders(what))) {
    part.reset()
    chosenLineIds.set([])
    paymentMethod.set(null)
    paymentAttempt.set(null)
    leftAttempts.clear()
  }
  shown = what
  void loadPayInfo()
  return onPush((notice) => {
    const state = payInfo.get()
    const lines = state.at === 'ready' ? state.content.payables : []
    const isOurs = (path: string) => lines.some(({ orderId }) => path === links.buyerOrder(orderId))
    if (notice.kind === 'awake' || (notice.kind === 'notice' && isOurs(notice.path))) void loadPayInfo()
  })
}

/** Leaves the attempt to choose lines and method again. */
export function leaveAttempt(): void {
  const now = paymentAttempt.get()
  if (now !== null) leftAttempts.add(now.paymentId)
  paymentAttempt.set(null)
}

/** Selects or deselects a line. A transfer pays one order: selecting a line of another order switches to it. */
export function toggleLine(lineId: number, isChosen: boolean): void {
  const state = payInfo.get()
  if (state.at !== 'ready') return
  const line = state.content.payables.find((each) => each.lineId === lineId)
  if (line === undefined || !canPay(line)) return
  const others = chosenLines.get().filter((each) => each.lineId !== lineId)
  const fitting =
    paymentMethod.get() === 'bank' && isChosen ? others.filter(({ orderId }) => orderId === line.orderId) : others
  chosenLineIds.set([...fitting.map((each) => each.lineId), ...(isChosen ? [lineId] : [])])
}

export function choosePaymentMethod(next: PaymentMethod): void {
  paymentMethod.set(next)
  if (next === 'bank') keepOneOrder(chosenLines.get())
}
