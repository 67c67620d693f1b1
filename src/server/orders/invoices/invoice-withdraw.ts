import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { lockOrder } from '../lock-order.ts'
import { invoiceById, moveInvoice } from './move-invoice.ts'
import { oneInvoice, orderOfInvoice } from './own-invoices.ts'
import { tellInvoice } from './tell-invoice.ts'

export const invoiceWithdraw: Handler<typeof invoicesCalls.invoiceWithdraw> = async ({ invoiceId }, context) => {
  const { caller, db, note } = context
  const invoice = await db.transaction(async (tx) => {
    const orderId = await orderOfInvoice(tx, 'buyer', caller.companyId, invoiceId)
    const order = await lockOrder(tx, 'buyer', caller.companyId, orderId)
    const asked = await invoiceById(tx, invoiceId)
    await moveInvoice(tx, asked, { event: 'withdraw', side: 'buyer', by: actorOf(caller), reason: '' })
    await tellInvoice(tx, context, { order, event: 'withdraw', amount: asked.amount })
    note(order.orderNo)
    return oneInvoice(tx, 'buyer', invoiceId)
  })
  return { invoice }
}
