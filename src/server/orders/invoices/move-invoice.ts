import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceTransitions, type InvoiceEvent } from '../../../domain/orders/invoice-states.ts'
import { dealFile, type DealFacts } from '../../../domain/orders/deal-record.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { Actor } from '../../platform/history/record-steps.ts'
import { findFile } from '../../platform/files/files.ts'
import type { Side } from '../../../domain/sides.ts'

type InvoiceRow = typeof invoices.$inferSelect

interface InvoiceMove {
  readonly event: InvoiceEvent
  readonly side: Side
  readonly by: Actor
  readonly reason: string
  /** Further columns to update. */
  readonly set?: Partial<typeof invoices.$inferInsert>
  /** Further facts of the deal record. */
  readonly facts?: DealFacts
}

/** Loads an invoice; the caller holds the lock of its order. */
export async function loadInvoiceRow(tx: Db, invoiceId: number): Promise<InvoiceRow> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (invoice === undefined) throw new CallFailed('notFound')
  return invoice
}

/**
 * Applies one step of the transition table to an invoice of a locked order, with history and deal record. Of parallel
 * steps one succeeds.
 */
export async function moveInvoice(
  tx: Db,
  invoice: InvoiceRow,
  { event, side, by, reason, set, facts: more = {} }: InvoiceMove,
): Promise<void> {
  const { id, status: fromStatus } = invoice
  const toStatus = nextState(invoiceTransitions, fromStatus, event, side)
  if (toStatus === undefined) throw new CallFailed('stepNotAllowed')
  const moved = await tx
    .update(invoices)
    .set({ ...set, reason, status: toStatus })
    .where(and(eq(invoices.id, id), eq(invoices.status, fromStatus)))
    .returning()
  const [row] = moved
  if (row === undefined) throw new CallFailed('stepNotAllowed')
  const { orderId, amount, invoiceNo, redNo } = row
  const fileId = event === 'issue' ? row.fileId : event === 'reverse' ? row.redFileId : null
  const file = fileId === null ? undefined : await findFile(tx, fileId)
  const files = file === undefined ? [] : [dealFile(file)]
  const facts = { ...more, invoiceId: id, amount, invoiceNo, redNo, files }
  const history = { entity: 'invoice', entityId: id, fromStatus, toStatus, reason } as const
  await recordDeal(tx, [{ orderId, kind: 'invoice', event, side, by, facts, history }])
}
