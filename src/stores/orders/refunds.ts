import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Refund, RefundRequest, refundsCalls } from '../../contract/orders/refunds.ts'
import { links } from '../../domain/links.ts'
import { formatYuanInput, parseFen } from '../../domain/money-input.ts'
import { yuan } from '../../domain/money.ts'
import { itemWorth, maxRefundFiles } from '../../domain/orders/refund-requests.ts'
import { loadable } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'
import { createUploads } from '../operations/uploads.ts'
import { loadOrder, onOrderChanged } from './order.ts'
import type { Side } from '../../domain/sides.ts'

export type RefundsPage = z.output<typeof refundsCalls.buyerRefunds.output>
const part = loadable<RefundsPage>()
/** Refunds of the shown order, and the amounts that can still be refunded. */
export const refunds = part.state
/** Voucher of the transfer back. */
export const refundVoucher = createUploads('attachment')
/** Files of a request. */
export const refundFiles = createUploads('attachment', { maxFiles: maxRefundFiles })

/** Amount of a line as typed, in yuan; empty = nothing of it. */
export interface TypedLine {
  readonly lineId: number
  readonly name: string
  /** Most that can be entered; fen. */
  readonly most: number
  readonly typed: string
}
/** Quantity and amount of an item of goods as typed. */
export interface TypedItem {
  readonly orderLineId: number
  readonly name: string
  readonly unit: string
  /** Left quantity and amount; fen. */
  readonly left: { readonly quantity: number; readonly amount: number }
  readonly quantity: number
  readonly typed: string
}
export interface RequestForm {
  readonly by: 'lines' | 'items'
  readonly lines: readonly TypedLine[]
  readonly items: readonly TypedItem[]
  readonly reason: string
}

/** Open dialog; `key` is the idempotency key of what it holds, a new one with every change. */
export type RefundDialog = { readonly key: string; readonly sending: boolean; readonly failure: Failure | null } & (
  | { readonly kind: 'request'; readonly form: RequestForm }
  | {
      readonly kind: 'agree'
      readonly request: RefundRequest
      readonly lines: readonly TypedLine[]
      readonly reason: string
    }
  | { readonly kind: 'refuse' | 'withdraw' | 'escalate'; readonly request: RefundRequest; readonly reason: string }
  | { readonly kind: 'send' | 'receive' | 'deny'; readonly refund: Refund; readonly reason: string }
)
export const refundDialog = atom<RefundDialog | null>(null)

let shown: { readonly side: Side; readonly orderId: number } | null = null

export async function loadRefunds(): Promise<void> {
  if (shown === null) return
  const { side, orderId } = shown
  await part.load(() =>
    side === 'buyer' ? api.orders.buyerRefunds({ orderId }) : api.orders.sellerRefunds({ orderId }),
  )
}

/** Loads the refunds of one order and reloads on push notices. Returns the unsubscribe function. */
export function startRefunds(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    refundDialog.set(null)
  }
  shown = { side, orderId }
  void loadRefunds()
  const own = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === own)) void loadRefunds()
  })
  const stopMoved = onOrderChanged(() => void loadRefunds())
  return () => {
    stopPush()
    stopMoved()
  }
}

const fresh = () => ({ key: crypto.randomUUID(), sending: false, failure: null })
const isSending = () => refundDialog.get()?.sending === true

/** Opens the form of a request, or of a refund by the supplier: the only line is filled in. */
export function openRefundRequest(): void {
  const now = part.state.get()
  if (isSending() || now.at !== 'ready') return
  refundFiles.setFiles([])
  const { refundable, items } = now.content
  const free = refundable.filter(({ isOpen }) => !isOpen)
  const lines = free.map(({ lineId, name, amount }) => ({
    lineId,
    name,
    most: amount,
    typed: free.length === 1 ? formatYuanInput(amount) : '',
  }))
  const typedItems = items.map(({ orderLineId, name, unit, quantity, amount }) => ({
    orderLineId,
    name,
    unit,
    left: { quantity, amount },
    quantity: 0,
    typed: '',
  }))
  const by = items.length > 0 ? 'items' : 'lines'
  refundDialog.set({ kind: 'request', form: { by, lines, items: typedItems, reason: '' }, ...fresh() })
}

/** Opens the agreement with everything that was asked for. */
export function openAgreement(request: RefundRequest): void {
  if (isSending()) return
  const lines = request.lines.map(({ lineId, name, asked }) => ({
    lineId,
    name,
    most: asked,
    typed: formatYuanInput(asked),
  }))
  refundDialog.set({ kind: 'agree', request, lines, reason: '', ...fresh() })
}
export function openRequestStep(kind: 'refuse' | 'withdraw' | 'escalate', request: RefundRequest): void {
  if (!isSending()) refundDialog.set({ kind, request, reason: '', ...fresh() })
}
export function openRefundStep(kind: 'send' | 'receive' | 'deny', refund: Refund): void {
  if (isSending()) return
  refundVoucher.setFiles([])
  refundDialog.set({ kind, refund, reason: '', ...fresh() })
}
export function closeRefundDialog(): void {
  if (!isSending()) refundDialog.set(null)
}

/** Changes what the open dialog holds. */
function change(of: (now: RefundDialog) => RefundDialog): void {
  const now = refundDialog.get()
  if (now !== null && !now.sending) refundDialog.set({ ...of(now), ...fresh() })
}
const changeForm = (of: (form: RequestForm) => RequestForm) =>
  change((now) => (now.kind === 'request' ? { ...now, form: of(now.form) } : now))

export const changeRefundWay = (by: RequestForm['by']): void => changeForm((form) => ({ ...form, by }))
export function changeRefundReason(reason: string): void {
  change((now) => (now.kind === 'request' ? { ...now, form: { ...now.form, reason } } : { ...now, reason }))
}
export function changeRefundLine(lineId: number, typed: string): void {
  const typedIn = (lines: readonly TypedLine[]) =>
    lines.map((line) => (line.lineId === lineId ? { ...line, typed } : line))
  change((now) => {
    if (now.kind === 'agree') return { ...now, lines: typedIn(now.lines) }
    return now.kind === 'request' ? { ...now, form: { ...now.form, lines: typedIn(now.form.lines) } } : now
  })
}
/** Another quantity has another worth: the amount is filled in. */
export function changeRefundQuantity(orderLineId: number, quantity: number): void {
  changeForm((form) => ({
    ...form,
    items: form.items.map((item) =>
      item.orderLineId === orderLineId
        ? { ...item, quantity, typed: quantity === 0 ? '' : formatYuanInput(itemWorth(item.left, quantity)) }
        : item,
    ),
  }))
}
export function changeRefundItem(orderLineId: number, typed: string): void {
  changeForm((form) => ({
    ...form,
    items: form.items.map((item) => (item.orderLineId === orderLineId ? { ...item, typed } : item)),
  }))
}
/** Other files are another request. */
export function addRefundFiles(files: readonly File[]): void {
  change((now) => now)
  refundFiles.add(files)
}
export function removeRefundFile(id: string): void {
  change((now) => now)
  refundFiles.remove(id)
}

/** What is wrong with a typed amount; an empty one is none unless every line needs one. */
export function amountFault(typed: string, most: number, isRequired = false): string | undefined {
  if (typed.trim() === '' && !isRequired) return undefined
  const amount = parseFen(typed)
  if (amount === null) return '请填写金额，最多两位小数'
  return amount > most ? `最多可退 ¥${yuan(most)}` : undefined
}
const amountOf = (typed: string) => parseFen(typed) ?? 0
const typedLines = (lines: readonly TypedLine[]) =>
  lines.map(({ lineId, typed }) => ({ lineId, amount: amountOf(typed) })).filter(({ amount }) => amount > 0)
const typedItems = (items: readonly TypedItem[]) =>
  items
    .filter(({ quantity, typed }) => quantity > 0 && amountOf(typed) > 0)
    .map(({ orderLineId, quantity, typed }) => ({ orderLineId, quantity, amount: amountOf(typed) }))

/** Sum of the typed amounts; fen. */
export const sumOfTyped = (typed: readonly { readonly typed: string }[]): number =>
  typed.reduce((sum, each) => sum + amountOf(each.typed), 0)
export const sumOfForm = ({ by, lines, items }: RequestForm): number =>
  by === 'lines' ? sumOfTyped(lines) : sumOfTyped(items.filter(({ quantity }) => quantity > 0))

/** Submits the open dialog, once, and reloads the list. True on success. */
export async function submitRefundDialog(): Promise<boolean> {
  const now = refundDialog.get()
  if (now === null || now.sending || shown === null || refundFiles.busy.get()) return false
  refundDialog.set({ ...now, sending: true, failure: null })
  const answer = await sendDialog(now, shown)
  if (!answer.ok) {
    // Without an answer the same request is sent again; a refused one is free.
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    refundDialog.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void loadRefunds()
    return false
  }
  refundDialog.set(null)
  // Lines and sums of the order change with its refunds.
  void loadOrder()
  await loadRefunds()
  return true
}

function sendDialog(now: RefundDialog, { side, orderId }: { readonly side: Side; readonly orderId: number }) {
  const key = { idempotencyKey: now.key }
  switch (now.kind) {
    case 'request': {
      const { by, lines, items, reason } = now.form
      const fileIds = refundFiles.files.get().map(({ fileId }) => fileId)
      const amounts = by === 'lines' ? { lines: typedLines(lines) } : { items: typedItems(items) }
      const request = { orderId, ...amounts, reason: reason.trim(), fileIds }
      return side === 'buyer' ? api.orders.refundAsk(request, key) : api.orders.refundGive(request, key)
    }
    case 'agree': {
      const { requestId } = now.request
      const lines = typedLines(now.lines)
      return api.orders.refundAnswer({ requestId, event: 'agree', lines, reason: now.reason.trim() }, key)
    }
    case 'refuse': {
      const { requestId } = now.request
      return api.orders.refundAnswer({ requestId, event: 'refuse', reason: now.reason.trim() }, key)
    }
    case 'withdraw':
      return api.orders.refundWithdraw({ requestId: now.request.requestId })
    case 'escalate':
      return api.orders.refundEscalate({ requestId: now.request.requestId, reason: now.reason.trim() })
    case 'send': {
      const voucherId = refundVoucher.files.get()[0]?.fileId ?? ''
      return api.orders.refundSend({ refundId: now.refund.refundId, voucherId }, key)
    }
    case 'receive':
    case 'deny': {
      const { refundId } = now.refund
      return api.orders.refundReceipt({ refundId, event: now.kind, reason: now.reason.trim() }, key)
    }
  }
}
