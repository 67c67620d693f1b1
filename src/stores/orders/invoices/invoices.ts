import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { type Invoice, type OrderInvoices, invoicesCalls } from '../../../contract/orders/invoices.ts'
import { parseFen, formatYuanInput } from '../../../domain/money-input.ts'
import { yuan } from '../../../domain/money.ts'
import { links } from '../../../domain/links.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { createForm } from '../../form-store.ts'
import { onOrderChanged, order } from '../order.ts'
import { invoiceStatuses } from '../../../domain/orders/invoice-states.ts'
import { filteredList } from '../../filtered-list.ts'
import type { Side } from '../../../domain/sides.ts'

const part = loadable<OrderInvoices>()
/** Invoices of the shown order, and the amount that can still be invoiced. */
export const orderInvoices = part.state

let shown: { side: Side; orderId: number } | null = null

export async function loadInvoices(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await part.load(() =>
    side === 'buyer' ? api.orders.buyerInvoices({ orderId }) : api.orders.sellerOrderInvoices({ orderId }),
  )
}

/** Loads the invoices of one order and reloads on push notices. Returns the unsubscribe function. */
export function startInvoices(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) part.reset()
  shown = { side, orderId }
  void loadInvoices()
  const here = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === here)) void loadInvoices()
  })
  const stopMoved = onOrderChanged(() => void loadInvoices())
  return () => {
    stopPush()
    stopMoved()
  }
}

type Details = Extract<Awaited<ReturnType<typeof api.accounts.invoice>>, { ok: true }>['content']
const detailsPart = loadable<Details>()
/** Default invoice details of the company. */
export const invoiceDetails = detailsPart.state
export const loadInvoiceDetails = (): Promise<void> => detailsPart.load(() => api.accounts.invoice({}))

const requestValues = z.object({ kind: z.enum(['normal', 'special']), amount: z.string() })
type RequestValues = z.output<typeof requestValues>

const openAmount = () => {
  const now = orderInvoices.get()
  return now.at === 'ready' ? now.content.open : 0
}
const keyName = () => `invoice:${shown?.orderId ?? 0}`

/** Invoice request form: kind, and amount in yuan as typed. */
export const invoiceRequestForm = createForm({
  schema: invoicesCalls.invoiceRequest.input,
  inputOf: ({ kind, amount }: RequestValues) => ({ orderId: shown?.orderId ?? 0, kind, amount: parseFen(amount) ?? 0 }),
  validate: ({ amount }) => {
    const fen = parseFen(amount)
    if (fen === null || fen === 0) return [{ field: 'amount', message: '请填写开票金额' }]
    return fen > openAmount() ? [{ field: 'amount', message: `最多可开 ¥${yuan(openAmount())}` }] : []
  },
  submit: (input) => api.orders.invoiceRequest(input, { idempotencyKey: getIdempotencyKey(keyName()) }),
  onChange: () => clearIdempotencyKey(keyName()),
})

/** Whether the form is open. */
export const isInvoiceRequestOpen = atom(false)
/** Invoice kind chosen at checkout; undefined for 暂不开票 or no choice. */
const kindOfOrder = () => {
  const now = order.get()
  return now.at === 'ready' && now.content.orderId === shown?.orderId ? now.content.invoice?.kind : undefined
}
/** Opens the form with the full open amount and the kind chosen at checkout, else the company's preference. */
export async function openInvoiceRequest(): Promise<void> {
  const chosen = kindOfOrder()
  invoiceRequestForm.start({ kind: chosen ?? 'normal', amount: formatYuanInput(openAmount()) })
  isInvoiceRequestOpen.set(true)
  await loadInvoiceDetails()
  const now = invoiceDetails.get()
  if (chosen !== undefined) return
  if (now.at === 'ready' && invoiceRequestForm.submitState.get().at === 'editing')
    invoiceRequestForm.set('kind', now.content.kind)
}
export function closeInvoiceRequest(): void {
  if (invoiceRequestForm.submitState.get().at !== 'sending') isInvoiceRequestOpen.set(false)
}
/** Submits the request. True on success. */
export async function submitInvoiceRequest(): Promise<boolean> {
  const made = await invoiceRequestForm.submit()
  if (made === undefined) {
    const now = invoiceRequestForm.submitState.get()
    // Somebody else was faster, or money was refunded: reload the open amount.
    if (now.at === 'refused' && now.failure !== null && now.failure.code > 1000) void loadInvoices()
    return false
  }
  clearIdempotencyKey(keyName())
  isInvoiceRequestOpen.set(false)
  await loadInvoices()
  return true
}

/** Dialog that withdraws an invoice request. */
type InvoiceWithdrawal =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly invoice: Invoice; readonly failure: Failure | null }
export const invoiceWithdrawal = atom<InvoiceWithdrawal>({ at: 'none' })
export const openInvoiceWithdrawal = (invoice: Invoice): void =>
  invoiceWithdrawal.set({ at: 'asking', invoice, failure: null })
export function closeInvoiceWithdrawal(): void {
  if (invoiceWithdrawal.get().at === 'asking') invoiceWithdrawal.set({ at: 'none' })
}
export async function withdrawInvoice(): Promise<boolean> {
  const now = invoiceWithdrawal.get()
  if (now.at !== 'asking') return false
  invoiceWithdrawal.set({ ...now, at: 'sending', failure: null })
  const answer = await api.orders.invoiceWithdraw({ invoiceId: now.invoice.invoiceId })
  if (!answer.ok) {
    invoiceWithdrawal.set({ ...now, at: 'asking', failure: answer.failure })
    void loadInvoices()
    return false
  }
  invoiceWithdrawal.set({ at: 'none' })
  await loadInvoices()
  return true
}

/** Invoices requested from the own company, pending ones first; shown beside the order list under its address. */
export const sellerInvoices = filteredList(invoiceStatuses, api.orders.sellerInvoices, {
  pageSize: 10,
  fixed: { view: 'invoices' },
})
