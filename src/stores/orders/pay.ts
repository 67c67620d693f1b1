import { atom, computed, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Payable, Payment, paymentsCalls } from '../../contract/orders/payments.ts'
import type { z } from 'zod'
import { links } from '../../domain/links.ts'
import type { PaymentMethod } from '../../domain/orders/payment-methods.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { onTold } from '../operations/told.ts'

export type PayInfo = z.output<typeof paymentsCalls.paymentInfo.output>
/** What is paid: what one submit made, or one order; and the payment that a gateway sent its payer back from. */
export interface PayFor {
  readonly groupId?: number | undefined
  readonly orderId?: number | undefined
  readonly paymentId?: number | undefined
}

const part = loadable<PayInfo>()
export const info: ReadableAtom<Loaded<PayInfo>> = part.state

/** Lines that are to be paid now, by id. */
export const chosen = atom<readonly number[]>([])
/** The way that was chosen; null = none is chosen yet. */
export const method = atom<PaymentMethod | null>(null)
/** The attempt that the page is about; null = one is still to be begun. */
export const attempt = atom<Payment | null>(null)

let shown: PayFor | null = null
/** Attempts that their payer turned away from: they are not brought back by reading again. */
const left = new Set<number>()

export const canPay = ({ barrier }: Payable): boolean => barrier === null
/** The lines that are chosen, as the server told them last. */
export const chosenLines = computed([info, chosen], (state, ids) =>
  state.at === 'ready' ? state.content.payables.filter(({ lineId }) => ids.includes(lineId)) : [],
)

export async function load(): Promise<void> {
  const now = shown
  if (now === null) return
  const { groupId, orderId } = now
  await part.load(() => api.orders.paymentInfo(groupId === undefined ? { orderId: orderId ?? 0 } : { groupId }))
  const state = info.get()
  if (shown === now && state.at === 'ready') take(state.content, now.paymentId)
}

/** What was read: what can no longer be paid is not chosen any more, and the attempt is shown as it is now. */
function take(content: PayInfo, paymentId: number | undefined): void {
  const able = content.payables.filter(canPay).map(({ lineId }) => lineId)
  const kept = chosen.get().filter((id) => able.includes(id))
  chosen.set(kept.length > 0 ? kept : firstChoice(content))
  if (method.get() === null) method.set(firstMethod(content))
  const before = attempt.get()
  const again = before === null ? undefined : content.payments.find((each) => each.paymentId === before.paymentId)
  const others = content.payments.filter((each) => !left.has(each.paymentId))
  const sent = others.find((each) => each.paymentId === paymentId)
  attempt.set(again ?? before ?? sent ?? waitingOne(others) ?? null)
}

/** What is due; without it the first line of each order that can be paid ahead. */
function firstChoice({ payables }: PayInfo): number[] {
  const able = payables.filter(canPay)
  const due = able.filter(({ status }) => status !== 'scheduled')
  const firsts = able.filter((line, at) => able.findIndex(({ orderId }) => orderId === line.orderId) === at)
  return (due.length > 0 ? due : firsts).map(({ lineId }) => lineId)
}

const ordersOf = (lines: readonly Payable[]) => new Set(lines.map(({ orderId }) => orderId)).size

/** One order is paid by transfer, as companies do; several at once online where that is open. */
function firstMethod({ payables, methods }: PayInfo): PaymentMethod {
  const online = methods.find((each) => each.method !== 'bank' && each.enabled)?.method
  return ordersOf(payables.filter(canPay)) > 1 && online !== undefined ? online : 'bank'
}

/** What was begun and not ended is gone on with. */
const waitingOne = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(
    ({ status, expiresAt }) => status === 'submitted' || (status === 'open' && Date.parse(expiresAt) > Date.now()),
  )

/** Shows what is to be paid, and again whenever somebody tells of it or may have missed it. Returns the way to stop. */
export function start(what: PayFor): () => void {
  if (shown?.groupId !== what.groupId || shown?.orderId !== what.orderId) {
    part.reset()
    chosen.set([])
    method.set(null)
    attempt.set(null)
    left.clear()
  }
  shown = what
  void load()
  return onTold((heard) => {
    const state = info.get()
    const lines = state.at === 'ready' ? state.content.payables : []
    const isOurs = (path: string) => lines.some(({ orderId }) => path === links.buyerOrder(orderId))
    if (heard.kind === 'awake' || (heard.kind === 'notice' && isOurs(heard.path))) void load()
  })
}

/** Turns away from the attempt, to choose anew what to pay and how. */
export function turnAway(): void {
  const now = attempt.get()
  if (now !== null) left.add(now.paymentId)
  attempt.set(null)
}

/** Chooses a line or leaves it. A transfer is for one order: choosing a line of another goes over to that. */
export function choose(lineId: number, isChosen: boolean): void {
  const state = info.get()
  if (state.at !== 'ready') return
  const line = state.content.payables.find((each) => each.lineId === lineId)
  if (line === undefined || !canPay(line)) return
  const others = chosenLines.get().filter((each) => each.lineId !== lineId)
  const fitting =
    method.get() === 'bank' && isChosen ? others.filter(({ orderId }) => orderId === line.orderId) : others
  chosen.set([...fitting.map((each) => each.lineId), ...(isChosen ? [lineId] : [])])
}

export function chooseMethod(next: PaymentMethod): void {
  method.set(next)
  const [first] = chosenLines.get()
  if (next === 'bank' && first !== undefined) {
    const own = chosenLines.get().filter(({ orderId }) => orderId === first.orderId)
    chosen.set(own.map(({ lineId }) => lineId))
  }
}
