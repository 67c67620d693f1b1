import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { mayIssue } from '../../../domain/orders/invoice-states.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { invoicePaper } from './invoice-paper.ts'
import { invoicedSums } from './invoiced.ts'
import { invoiceById, moveInvoice } from './move-invoice.ts'
import { oneInvoice, orderOfInvoice } from './own-invoices.ts'
import { tellInvoice } from './tell-invoice.ts'

type Input = z.output<typeof invoicesCalls.invoiceStep.input>

export const invoiceStep: Handler<typeof invoicesCalls.invoiceStep> = async (input, context) => {
  const { caller, db, note } = context
  const { invoiceId, event } = input
  mustBeWhole(input)
  const orderId = await orderOfInvoice(db, 'seller', caller.companyId, invoiceId)
  const fileId = await invoicePaper(context, input)
  const invoice = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, 'seller', caller.companyId, orderId)
    const asked = await invoiceById(tx, invoiceId)
    if (event !== 'reject') await mustBeNew(tx, order, input)
    const set = { ...written(input, fileId) }
    await moveInvoice(tx, asked, { event, side: 'seller', by: actorOf(caller), reason: input.reason, set })
    if (event === 'issue') await mustBePaid(tx, order)
    await tellInvoice(tx, context, { order, event, amount: asked.amount, reason: input.reason })
    note(`${order.orderNo}，${words[event]}`)
    return oneInvoice(tx, 'seller', invoiceId)
  })
  return { invoice }
}

const words = { issue: '开票', reject: '驳回', reverse: '红冲' } as const

/** Each event needs its own: a number, a reason, or both. */
function mustBeWhole({ event, number, reason }: Input): void {
  const faults = [
    ...(event !== 'reject' && number === ''
      ? [{ field: 'number', message: event === 'issue' ? '请填写发票号码' : '请填写红字发票号码' }]
      : []),
    ...(event !== 'issue' && reason === ''
      ? [{ field: 'reason', message: event === 'reject' ? '请填写驳回原因' : '请填写红冲原因' }]
      : []),
  ]
  if (faults.length > 0) throw fieldFailed(...faults)
}

function written({ event, number }: Input, fileId: string | null): Partial<typeof invoices.$inferInsert> {
  if (event === 'issue') return { invoiceNo: number, fileId, issuedAt: new Date() }
  return event === 'reverse' ? { redNo: number, redFileId: fileId } : {}
}

/** Of one supplier no two invoices carry one number; two orders that ask at once wait for each other. */
async function mustBeNew(tx: Db, { sellerCompanyId }: Order, { invoiceId, event, number }: Input): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invoices'), ${sellerCompanyId})`)
  const ofSupplier = tx.select({ id: orders.id }).from(orders).where(eq(orders.sellerCompanyId, sellerCompanyId))
  const [taken] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        sql`${number} in (${invoices.invoiceNo}, ${invoices.redNo})`,
        event === 'issue' ? ne(invoices.id, invoiceId) : undefined,
        inArray(invoices.orderId, ofSupplier),
      ),
    )
    .limit(1)
  if (taken !== undefined) throw fieldFailed({ field: 'number', message: '该号码已用于另一张发票' })
}

/** After the step: what is issued, this one with it, is paid. A refund may have come since it was asked for. */
async function mustBePaid(tx: Db, order: Order): Promise<void> {
  const sums = await invoicedSums(tx, order)
  if (!mayIssue(sums, 0, order.status)) throw new CallFailed('invoiceTooMuch')
}
