import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Refund, refundsCalls } from '../../contract/orders/refunds.ts'
import { links } from '../../domain/links.ts'
import { loadable } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'
import { createUploads } from '../operations/uploads.ts'
import { onOrderChanged } from './order.ts'
import type { Side } from '../../domain/sides.ts'

export type RefundsPage = z.output<typeof refundsCalls.buyerRefunds.output>
const part = loadable<RefundsPage>()
/** Refunds of the shown order, and the amount that can still be refunded. */
export const refunds = part.state
/** Voucher of the transfer back. */
export const refundVoucher = createUploads('attachment')

/** Open refund dialog. `key` is its idempotency key. */
export type RefundAction =
  { readonly kind: 'wish' } | { readonly kind: 'agree' | 'refuse' | 'done' | 'withdraw'; readonly refund: Refund }
export const refundDialog = atom<
  (RefundAction & { readonly key: string; readonly sending: boolean; readonly failure: Failure | null }) | null
>(null)

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

export function openRefundDialog(what: RefundAction): void {
  if (refundDialog.get()?.sending === true) return
  refundVoucher.setFiles([])
  refundDialog.set({ ...what, key: crypto.randomUUID(), sending: false, failure: null })
}
export function closeRefundDialog(): void {
  if (refundDialog.get()?.sending !== true) refundDialog.set(null)
}

/** Input of a refund action: line, amount (fen) and reason of a request; the reason of a rejection. */
export interface RefundInput {
  readonly lineId?: number
  readonly amount?: number
  readonly reason?: string
}

/** Submits the open dialog, once, and reloads the list. True on success. */
export async function submitRefundAction(input: RefundInput = {}): Promise<boolean> {
  const now = refundDialog.get()
  if (now === null || now.sending || shown === null) return false
  refundDialog.set({ ...now, sending: true, failure: null })
  const answer = await sendRefundAction(now, shown, input)
  if (!answer.ok) {
    // A refusal allows another try with different input: new idempotency key.
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    refundDialog.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void loadRefunds()
    return false
  }
  refundDialog.set(null)
  await loadRefunds()
  return true
}

function sendRefundAction(
  now: RefundAction & { readonly key: string },
  { side, orderId }: { readonly side: Side; readonly orderId: number },
  { lineId = 0, amount = 0, reason = '' }: RefundInput,
) {
  const key = { idempotencyKey: now.key }
  if (now.kind === 'wish') {
    const request = { orderId, lineId, amount, reason }
    return side === 'buyer' ? api.orders.refundAsk(request, key) : api.orders.refundGive(request, key)
  }
  const { refundId } = now.refund
  if (now.kind === 'withdraw') return api.orders.refundWithdraw({ refundId })
  const voucherId = refundVoucher.files.get()[0]?.fileId
  const voucherInput = now.kind === 'done' && voucherId !== undefined ? { voucherId } : {}
  return api.orders.refundStep({ refundId, event: now.kind, reason, ...voucherInput }, key)
}
