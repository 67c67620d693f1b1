import { setImmediate } from 'node:timers/promises'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'

/** Orders and what belongs to one: their steps pass `recordDeal`, which writes the deal record as well. */
export type DealEntity = 'order' | 'milestone' | 'payment' | 'refund' | 'refund_request' | 'invoice' | 'payout'

type HistoryRow = typeof stateChanges.$inferInsert
/** A history row of anything but orders and what belongs to them. */
export type StateChange = Omit<HistoryRow, 'entity'> & { readonly entity: Exclude<HistoryRow['entity'], DealEntity> }

/** Who made a step; absent for the system. */
export interface Actor {
  readonly userId: number
  readonly companyId: number
}

/** Imports write thousands of rows; between two inserts other callers run. */
const rowsPerInsert = 1_000

/** Writes history rows, in the transaction that changed the states; not of orders, see `DealEntity`. */
export async function recordSteps(tx: Db, steps: readonly StateChange[]): Promise<void> {
  for (let at = 0; at < steps.length; at += rowsPerInsert) {
    await insertRows(
      tx,
      stateChanges,
      steps.slice(at, at + rowsPerInsert).map((step) => ({ userId: null, companyId: null, reason: '', ...step })),
    )
    if (steps.length > rowsPerInsert) await setImmediate()
  }
}

/** The columns of a caller that a history row stores. */
export const actorOf = ({ userId, companyId }: Actor): Actor => ({ userId, companyId })
