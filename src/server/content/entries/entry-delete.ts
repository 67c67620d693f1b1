import { eq } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { digitalSolutionApps as uses } from '../../../db/tables/digital.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import type { Handler } from '../../handler.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry } from './lock-entry.ts'
import { dropTyped } from './unfinished.ts'

/** What applications do in a solution goes with the solution; an application in use cannot go. */
async function clearUses(tx: Db, kind: EntryKind, entryId: number): Promise<void> {
  if (kind === 'solution') await tx.delete(uses).where(eq(uses.solutionId, entryId))
  if (kind !== 'app') return
  const [used] = await tx.select({ id: uses.id }).from(uses).where(eq(uses.appId, entryId)).limit(1)
  if (used !== undefined) throw new CallFailed('entryUsed')
}

export const entryDelete: Handler<typeof entriesCalls.entryDelete> = ({ kind, entryId, version }, { db, note }) => {
  const { table } = entryTables[kind]
  return db.transaction(async (tx) => {
    const { status } = await lockEntry(tx, kind, entryId, version)
    // What was out once is pointed at from outside, and withdrawn instead.
    if (status !== 'draft') throw new CallFailed('stepNotAllowed')
    await clearUses(tx, kind, entryId)
    await dropTyped(tx, kind, entryId)
    await tx.delete(table).where(eq(table.id, entryId))
    note(`编号 ${entryId}`)
    return {}
  })
}
