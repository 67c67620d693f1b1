import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Invoice, OrderInvoices } from '../../contract/orders/invoices.ts'
import { invoicesCalls } from '../../contract/orders/invoices.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { yuan } from '../../domain/money.ts'
import { links } from '../../domain/links.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { onTold } from '../operations/told.ts'
import { typedForm } from '../typed-form.ts'
import { onMoved, order } from './order.ts'

type Side = 'buyer' | 'seller'
const part = loadable<OrderInvoices>()
/** Invoices of the order that is looked at, and what may still be asked for. */
export const invoices = part.state

let shown: { side: Side; orderId: number } | null = null

export async function load(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await part.load(() =>
    side === 'buyer' ? api.orders.buyerInvoices({ orderId }) : api.orders.sellerOrderInvoices({ orderId }),
  )
}

/** Shows the invoices of one order and keeps them in step with what is told of it. Returns the way to stop. */
export function start(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) part.reset()
  shown = { side, orderId }
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

type Details = Extract<Awaited<ReturnType<typeof api.accounts.invoice>>, { ok: true }>['content']
const detailsPart = loadable<Details>()
/** To whom the company's invoices are made out. */
export const details = detailsPart.state
export const loadDetails = (): Promise<void> => detailsPart.load(() => api.accounts.invoice({}))

const requestValues = z.object({ kind: z.enum(['normal', 'special']), amount: z.string() })
type RequestValues = z.output<typeof requestValues>

const openNow = () => {
  const now = invoices.get()
  return now.at === 'ready' ? now.content.open : 0
}
const intention = () => `invoice:${shown?.orderId ?? 0}`

/** Asking for an invoice: its kind, and how much in yuan as typed. */
export const form = typedForm({
  schema: invoicesCalls.invoiceRequest.input,
  inputOf: ({ kind, amount }: RequestValues) => ({ orderId: shown?.orderId ?? 0, kind, amount: fenOf(amount) ?? 0 }),
  own: ({ amount }) => {
    const fen = fenOf(amount)
    if (fen === null || fen === 0) return [{ field: 'amount', message: '请填写开票金额' }]
    return fen > openNow() ? [{ field: 'amount', message: `最多可开 ¥${yuan(openNow())}` }] : []
  },
  send: (input) => api.orders.invoiceRequest(input, { idempotencyKey: intentionKey(intention()) }),
  changed: () => intentionDone(intention()),
})

/** Whether the form stands open. */
export const asking = atom(false)
/** The kind that was chosen with the order; undefined where it was 暂不开票 or there was no choice. */
const kindOfOrder = () => {
  const now = order.get()
  return now.at === 'ready' && now.content.orderId === shown?.orderId ? now.content.invoice?.kind : undefined
}
/** Opens the form with all that is open, of the kind that the order was made with, or else that the company prefers. */
export async function ask(): Promise<void> {
  const chosen = kindOfOrder()
  form.begin({ kind: chosen ?? 'normal', amount: typedYuan(openNow()) })
  asking.set(true)
  await loadDetails()
  const now = details.get()
  if (chosen !== undefined) return
  if (now.at === 'ready' && form.sending.get().at === 'editing') form.set('kind', now.content.kind)
}
export function dropAsk(): void {
  if (form.sending.get().at !== 'sending') asking.set(false)
}
/** Sends the request. True when it was made. */
export async function sendAsk(): Promise<boolean> {
  const made = await form.send()
  if (made === undefined) {
    const now = form.sending.get()
    // Somebody else was quicker, or money went back: what is open is read again.
    if (now.at === 'refused' && now.failure !== null && now.failure.code > 1000) void load()
    return false
  }
  intentionDone(intention())
  asking.set(false)
  await load()
  return true
}

/** The request that is to be withdrawn, and how it stands. */
type Withdrawing =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly invoice: Invoice; readonly failure: Failure | null }
export const withdrawing = atom<Withdrawing>({ at: 'none' })
export const askWithdraw = (invoice: Invoice): void => withdrawing.set({ at: 'asking', invoice, failure: null })
export function dropWithdraw(): void {
  if (withdrawing.get().at === 'asking') withdrawing.set({ at: 'none' })
}
export async function withdraw(): Promise<boolean> {
  const now = withdrawing.get()
  if (now.at !== 'asking') return false
  withdrawing.set({ ...now, at: 'sending', failure: null })
  const answer = await api.orders.invoiceWithdraw({ invoiceId: now.invoice.invoiceId })
  if (!answer.ok) {
    withdrawing.set({ ...now, at: 'asking', failure: answer.failure })
    void load()
    return false
  }
  withdrawing.set({ at: 'none' })
  await load()
  return true
}
