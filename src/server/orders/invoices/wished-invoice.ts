import type { Db } from '../../../db/open.ts'
import { openToInvoice } from '../../../domain/orders/invoice-states.ts'
import type { Context } from '../../handler.ts'
import type { Order } from '../lock-order.ts'
import { addInvoice } from './add-invoice.ts'
import { invoicedSums } from './invoiced.ts'

/**
 * At its completion an order that wished for an invoice asks for it by itself: over all that is paid and not yet asked
 * for. To be called once, in the transaction that completes it, with the order as it stands then. Nothing happens when
 * none was wished for or nothing is open.
 */
export async function requestWishedInvoice(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  order: Order,
): Promise<void> {
  if (order.invoice === null) return
  const amount = openToInvoice(await invoicedSums(tx, order), order.status)
  if (amount > 0) await addInvoice(tx, context, { order, details: order.invoice, amount, by: null })
}
