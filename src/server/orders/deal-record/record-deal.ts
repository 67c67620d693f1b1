import { sql, type SQL } from 'drizzle-orm'
import { insertStatement } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { dealEntries } from '../../../db/tables/deal-record.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { dealEntryRow, type DealEvent, type DealStates } from '../../../domain/orders/deal-record.ts'
import type { DealEntity } from '../../platform/history/record-steps.ts'

/** History row of a step: the entity is an order, or a payment line, refund or invoice of one. */
interface DealHistory extends DealStates {
  readonly entity: DealEntity
  readonly entityId: number
}

/** A step with its history row; without one the step changes no state. */
export interface DealStep extends DealEvent {
  readonly history?: DealHistory | undefined
}

/**
 * Writes entries of deal records and the history rows of their steps in one statement. Every step of an order passes
 * here, in the transaction that makes it and under the lock of the order (`lockOrder`, `lockPayment`); a new order is
 * locked by being new. The database sets number and hashes (triggers of `deal_entries`).
 */
export async function recordDeal(tx: Db, steps: readonly DealStep[]): Promise<void> {
  if (steps.length === 0) return
  const history = historyRows(steps)
  const [first] = history
  const entries = dealInsert(steps)
  if (first === undefined) await tx.execute(entries)
  else await tx.execute(sql`with history as (${insertStatement(stateChanges, first, history)}) ${entries}`)
}

/** The insert of entries alone, to be run as part of another statement that writes the history. */
export function dealInsert(steps: readonly DealStep[]): SQL {
  const rows = steps.map(dealEntryRow)
  const [first] = rows
  if (first === undefined) throw new Error('A record without steps')
  return insertStatement(dealEntries, first, rows)
}

/** History rows of steps, to be inserted together with `dealInsert`. */
export const historyRows = (steps: readonly DealStep[]): (typeof stateChanges.$inferInsert)[] =>
  steps.flatMap(({ event, by, history }) => {
    if (history === undefined) return []
    const { entity, entityId, fromStatus, toStatus, reason = '' } = history
    const actor = { userId: by?.userId ?? null, companyId: by?.companyId ?? null }
    return [{ entity, entityId, event, fromStatus, toStatus, reason, ...actor }]
  })
