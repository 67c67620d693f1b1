import { setImmediate } from 'node:timers/promises'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'

type StateChange = typeof stateChanges.$inferInsert

/** Who made a step; absent for the system. */
export interface Actor {
  readonly userId: number
  readonly companyId: number
}

/** Imports write thousands of rows; between two inserts other callers run. */
const rowsPerInsert = 1_000

/** Writes history rows, in the transaction that changed the states. */
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
