import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { openToInvoice } from '../../../domain/orders/invoice-states.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { invoiceDetailsOf, invoiceOf } from '../checkout/invoice-details.ts'
import { lockOrder } from '../lock-order.ts'
import { addInvoice } from './add-invoice.ts'
import { invoicedSums } from './invoiced.ts'
import { oneInvoice } from './own-invoices.ts'

export const invoiceRequest: Handler<typeof invoicesCalls.invoiceRequest> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, kind, amount } = input
  const invoice = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, 'buyer', caller.companyId, orderId)
    const details = invoiceOf(kind, await invoiceDetailsOf(tx, caller.companyId))
    if (details === null) throw new CallFailed('invoiceMissing')
    const open = openToInvoice(await invoicedSums(tx, order), order.status)
    if (amount > open) throw new CallFailed('invoiceTooMuch', { open })
    const invoiceId = await addInvoice(tx, context, { order, details, amount, by: actorOf(caller) })
    note(order.orderNo)
    return oneInvoice(tx, 'buyer', invoiceId)
  })
  return { invoice }
}
