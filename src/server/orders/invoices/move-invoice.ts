import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceTransitions, type InvoiceEvent } from '../../../domain/orders/invoice-states.ts'
import { next } from '../../../domain/transition.ts'
import { recordSteps, type Actor } from '../../operations/public.ts'
import type { Side } from '../present-order.ts'

type InvoiceRow = typeof invoices.$inferSelect

interface Step {
  readonly event: InvoiceEvent
  readonly side: Side
  readonly by: Actor
  readonly reason: string
  /** What else is written with the step. */
  readonly set?: Partial<typeof invoices.$inferInsert>
}

/** One invoice, under the lock of its order. */
export async function invoiceById(tx: Db, invoiceId: number): Promise<InvoiceRow> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (invoice === undefined) throw new CallFailed('notFound')
  return invoice
}

/** Moves an invoice by one step of the table, with its history; of parallel steps one is made. */
export async function moveInvoice(
  tx: Db,
  invoice: Pick<InvoiceRow, 'id' | 'status'>,
  { event, side, by, reason, set }: Step,
): Promise<void> {
  const { id, status: fromStatus } = invoice
  const toStatus = next(invoiceTransitions, fromStatus, event, side)
  if (toStatus === undefined) throw new CallFailed('stepNotAllowed')
  const moved = await tx
    .update(invoices)
    .set({ ...set, reason, status: toStatus })
    .where(and(eq(invoices.id, id), eq(invoices.status, fromStatus)))
    .returning({ id: invoices.id })
  if (moved.length === 0) throw new CallFailed('stepNotAllowed')
  await recordSteps(tx, [{ entity: 'invoice', entityId: id, event, fromStatus, toStatus, reason, ...by }])
}
