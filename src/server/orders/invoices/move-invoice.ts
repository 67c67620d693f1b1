import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceTransitions, type InvoiceEvent } from '../../../domain/orders/invoice-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordSteps, type Actor } from '../../platform/history/record-steps.ts'
import type { Side } from '../../../domain/sides.ts'

type InvoiceRow = typeof invoices.$inferSelect

interface InvoiceMove {
  readonly event: InvoiceEvent
  readonly side: Side
  readonly by: Actor
  readonly reason: string
  /** Further columns to update. */
  readonly set?: Partial<typeof invoices.$inferInsert>
}

/** Loads an invoice; the caller holds the lock of its order. */
export async function loadInvoiceRow(tx: Db, invoiceId: number): Promise<InvoiceRow> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (invoice === undefined) throw new CallFailed('notFound')
  return invoice
}

/** Applies one step of the transition table to an invoice, with history. Of parallel steps one succeeds. */
export async function moveInvoice(
  tx: Db,
  invoice: Pick<InvoiceRow, 'id' | 'status'>,
  { event, side, by, reason, set }: InvoiceMove,
): Promise<void> {
  const { id, status: fromStatus } = invoice
  const toStatus = nextState(invoiceTransitions, fromStatus, event, side)
  if (toStatus === undefined) throw new CallFailed('stepNotAllowed')
  const moved = await tx
    .update(invoices)
    .set({ ...set, reason, status: toStatus })
    .where(and(eq(invoices.id, id), eq(invoices.status, fromStatus)))
    .returning({ id: invoices.id })
  if (moved.length === 0) throw new CallFailed('stepNotAllowed')
  await recordSteps(tx, [{ entity: 'invoice', entityId: id, event, fromStatus, toStatus, reason, ...by }])
}
