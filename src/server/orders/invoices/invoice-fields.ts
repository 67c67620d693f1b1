import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed } from '../../../contract/failures.ts'
import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import type { Db } from '../../../db/open.ts'
import type { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceAllocations, invoiceFields } from '../../../db/tables/matching.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import type { DealFacts } from '../../../domain/orders/deal-record.ts'
import { editedFields } from '../../../domain/orders/matching/invoice-fields.ts'
import { findReading } from './read-invoice.ts'

type StepInput = z.output<typeof invoicesCalls.invoiceStep.input>
type InvoiceRow = typeof invoices.$inferSelect

/** The confirmed fields as the deal record keeps them. */
export const fieldFacts = ({ fields }: Pick<StepInput, 'fields'>): DealFacts =>
  fields === undefined ? {} : { fields: { ...fields } }

/**
 * Saves the fields of an invoice that was just issued, with how its file was read and what was changed afterwards, and
 * the supplier's allocation. Throws allocationWrong.
 */
export async function saveInvoiceFields(
  tx: Db,
  { id: invoiceId, orderId, amount }: InvoiceRow,
  { fields, allocations = [], fileId, number }: StepInput,
): Promise<void> {
  await saveAllocations(tx, { invoiceId, orderId, total: fields?.total ?? amount }, allocations)
  if (fields === undefined) return
  const reading = fileId === undefined ? undefined : await findReading(tx, fileId)
  const source = reading?.source ?? 'hand'
  const edited = reading === undefined || source === 'hand' ? [] : editedFields(reading.fields, { ...fields, number })
  await tx.insert(invoiceFields).values({ ...fields, invoiceId, source, edited })
}

async function saveAllocations(
  tx: Db,
  { invoiceId, orderId, total }: { readonly invoiceId: number; readonly orderId: number; readonly total: number },
  allocations: readonly { readonly lineId: number; readonly amount: number }[],
): Promise<void> {
  if (allocations.length === 0) return
  const lines = await tx.select({ id: paymentLines.id }).from(paymentLines).where(eq(paymentLines.orderId, orderId))
  const known = new Set(lines.map(({ id }) => id))
  const used = new Set(allocations.map(({ lineId }) => lineId))
  const sum = allocations.reduce((all, { amount }) => all + amount, 0)
  if (sum !== total || used.size !== allocations.length || allocations.some(({ lineId }) => !known.has(lineId)))
    throw new CallFailed('allocationWrong')
  await tx.insert(invoiceAllocations).values(allocations.map(({ lineId, amount }) => ({ invoiceId, lineId, amount })))
}
