import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { invoiceTransitions } from '../../../domain/orders/invoice-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Context } from '../../handler.ts'
import { fileOf, giveToCompany, keepMade } from '../../operations/public.ts'
import { invoicePdf, type InvoiceFacts } from '../papers/invoice-pdf.ts'
import { invoiceById } from './move-invoice.ts'

type Input = z.output<typeof invoicesCalls.invoiceStep.input>

/**
 * The file of an invoice: the supplier's own upload, else a record made here of what the supplier says of it. Before
 * the transaction, since a file is kept outside of the database; one that nothing names in the end is forgotten as any
 * upload. Null where there is nothing to keep. Throws notFound for a file that is not the caller's.
 */
export async function invoicePaper(
  { db, caller, providers, config }: Context<'seller'>,
  { event, invoiceId, number, reason, fileId }: Input,
): Promise<string | null> {
  if (event === 'reject') return null
  if (fileId !== undefined) {
    const file = await fileOf(db, fileId, caller, 'attachment')
    await giveToCompany(db, file, caller.companyId)
    return file.id
  }
  const invoice = await invoiceById(db, invoiceId)
  if (next(invoiceTransitions, invoice.status, event, 'seller') === undefined) throw new CallFailed('stepNotAllowed')
  const facts = {
    ...(await factsOf(db, invoice.orderId)),
    ...{ number, at: new Date(), amount: invoice.amount, details: invoice.details, demo: config.demo },
    ...(event === 'reverse' && { red: { ofNumber: invoice.invoiceNo, reason } }),
  }
  const title = `${event === 'reverse' ? '红字发票信息单' : '发票信息单'} ${facts.orderNo}`
  const made = await keepMade({ db, providers }, caller, { title, kind: 'pdf', bytes: await invoicePdf(facts) })
  return made.fileId
}

async function factsOf(db: Db, orderId: number): Promise<Pick<InvoiceFacts, 'orderNo' | 'seller' | 'lines'>> {
  const [order] = await db
    .select({ orderNo: orders.orderNo, name: companies.name, creditCode: companies.creditCode })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(eq(orders.id, orderId))
  if (order === undefined) throw new CallFailed('notFound')
  const { name, specName, unit, quantity, amount } = orderLines
  const lines = await db
    .select({ name, specName, unit, quantity, amount })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  return { orderNo: order.orderNo, seller: { name: order.name, creditCode: order.creditCode }, lines }
}
