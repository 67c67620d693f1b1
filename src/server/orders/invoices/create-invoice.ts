import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { dealSideOf } from '../../../domain/orders/deal-record.ts'
import type { OrderInvoice } from '../../../domain/orders/order-documents.ts'
import type { Context } from '../../handler.ts'
import type { Order } from '../lock-order.ts'
import { notifyInvoice } from './notify-invoice.ts'
import type { Actor } from '../../platform/history/record-steps.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { invoiceableAmount } from '../../../domain/orders/invoice-states.ts'
import { loadInvoicedSums } from './invoiced-sums.ts'

interface InvoiceRequest {
  readonly order: Order
  readonly details: OrderInvoice
  /** fen */
  readonly amount: number
  /** Requester; null = requested by the system from the order's preference. */
  readonly by: Actor | null
}

/** Creates an invoice request with history and notice; returns its id. Order locked, amount checked by the caller. */
export async function createInvoice(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { order, details, amount, by }: InvoiceRequest,
): Promise<number> {
  const values = { orderId: order.id, details, amount, userId: by?.userId ?? order.buyerUserId }
  const [created] = await tx.insert(invoices).values(values).returning({ id: invoices.id })
  if (created === undefined) throw new Error('An invoice was not written')
  const { kind, title, taxNo } = details
  await recordDeal(tx, [
    {
      orderId: order.id,
      kind: 'invoice',
      event: 'request',
      side: dealSideOf(order, by),
      by,
      facts: { invoiceId: created.id, amount, invoice: { kind, title, taxNo } },
      history: { entity: 'invoice', entityId: created.id, fromStatus: '', toStatus: 'requested' },
    },
  ])
  await notifyInvoice(tx, context, { order, event: 'request', amount })
  return created.id
}

/**
 * Requests the invoice chosen at checkout when the order completes, over the paid amount not yet requested. Call it
 * once, in the completing transaction, with the completed order. Does nothing without a preference or open amount.
 */
export async function requestOrderInvoice(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  order: Order,
): Promise<void> {
  if (order.invoice === null) return
  const amount = invoiceableAmount(await loadInvoicedSums(tx, order), order.status)
  if (amount > 0) await createInvoice(tx, context, { order, details: order.invoice, amount, by: null })
}
