import { eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { EntryKind, EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import { entryTables } from './entry-tables.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

export interface LockedEntry {
  readonly status: EntryStatus
  readonly version: number
}

/** Locks an entry for a write. Throws notFound, and conflict for an outdated version. */
export async function lockEntry(tx: Db, kind: EntryKind, entryId: number, version: number): Promise<LockedEntry> {
  const { table } = entryTables[kind]
  const [row] = await tx
    .select({ status: sql<EntryStatus>`${table.status}`, version: sql<number>`${table.version}` })
    .from(table)
    .where(eq(table.id, entryId))
    .for('update')
  if (row === undefined) throw new CallFailed('notFound')
  if (row.version !== version) throw new CallFailed('conflict')
  return row
}

interface Step {
  readonly kind: EntryKind
  readonly entryId: number
  readonly event: string
  readonly from: EntryStatus | ''
  readonly to: EntryStatus
  readonly userId: number
  readonly text?: string
}

/** Records a history step of an entry. */
export const recordEntry = (tx: Db, { kind, entryId, event, from, to, userId, text = '' }: Step): Promise<void> =>
  recordSteps(tx, [
    { entity: `entry.${kind}`, entityId: entryId, event, fromStatus: from, toStatus: to, userId, reason: text },
  ])
