import { api } from '../../../client/browser.ts'
import type { MatchException, OrderMatch } from '../../../contract/orders/matching.ts'
import { links } from '../../../domain/links.ts'
import type { Side } from '../../../domain/sides.ts'
import { loadable } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { rowDecision } from '../../row-decision.ts'
import { onOrderChanged } from '../order.ts'
import { orderInvoices } from '../invoices/invoices.ts'

const part = loadable<OrderMatch>()
/** Match of the shown order. */
export const orderMatch = part.state

let shown: { readonly side: Side; readonly orderId: number } | null = null

export async function loadOrderMatch(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await part.load(() => (side === 'buyer' ? api.orders.buyerMatch({ orderId }) : api.orders.sellerMatch({ orderId })))
}

/** Loads the match of one order, and again when the order or its invoices change. Returns the stop function. */
export function startOrderMatch(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    explanation.close()
  }
  shown = { side, orderId }
  void loadOrderMatch()
  const path = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === path)) void loadOrderMatch()
  })
  const stopMoved = onOrderChanged(() => void loadOrderMatch())
  const stopInvoices = orderInvoices.listen((now, before) => {
    if (now.at === 'ready' && before?.at === 'ready' && now.content !== before.content) void loadOrderMatch()
  })
  return () => {
    stopPush()
    stopMoved()
    stopInvoices()
  }
}

/** Explanation of an exception by the own side. */
export const explanation = rowDecision<MatchException, string>(
  async ({ exceptionId }, reason) => {
    const input = { exceptionId, reason }
    const answer = await (shown?.side === 'seller'
      ? api.orders.sellerMatchExplain(input)
      : api.orders.buyerMatchExplain(input))
    if (answer.ok) part.update(() => answer.content)
    return answer
  },
  async () => {},
)
