import { eq } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps, digitalSolutions, digitalSolutionApps as uses } from '../../../db/tables/digital.ts'
import {
  entryStepLabels,
  entryTransitions,
  type EntryKind,
  isEntryDraft,
} from '../../../domain/content/entries/entry-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { projectPhaseAt } from '../../../domain/projects/government-projects.ts'
import type { Handler } from '../../handler.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { getDraftInput, deleteDraftInput } from './draft-input.ts'

export const entryStep: Handler<typeof entriesCalls.entryStep> = (input, { caller, db, pages, after, note }) => {
  const { kind, entryId, event } = input
  const { table, tags } = entryTables[kind]
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, kind, entryId, input.version)
    const to = nextState(entryTransitions, before.status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    if ((await getDraftInput(tx, kind, entryId)) !== null) throw new CallFailed('entryUnfinished')
    const version = before.version + 1
    if (event === 'close') await closeCall(tx, kind, entryId)
    const mark = { status: to, version, editedBy: caller.userId, updatedAt: new Date() }
    await tx.update(table).set(mark).where(eq(table.id, entryId))
    // The first publication sets the date used by the sort order "newest".
    if (kind === 'app' && isEntryDraft(before.status)) {
      await tx.update(digitalApps).set({ publishedAt: new Date() }).where(eq(digitalApps.id, entryId))
    }
    if (kind === 'solution' && isEntryDraft(before.status)) {
      await tx.update(digitalSolutions).set({ publishedAt: new Date() }).where(eq(digitalSolutions.id, entryId))
    }
    await recordEntry(tx, { kind, entryId, event, from: before.status, to, userId: caller.userId })
    note(`编号 ${entryId}，${entryStepLabels[event] ?? event}`)
    after(() => pages.invalidate(tags))
    return { entryId, status: to, version }
  })
}

/** Ends an open call for projects early. Throws stepNotAllowed for others. */
async function closeCall(tx: Db, kind: string, entryId: number): Promise<void> {
  const [project] = kind === 'project' ? await tx.select().from(govProjects).where(eq(govProjects.id, entryId)) : []
  const now = new Date()
  if (project === undefined || projectPhaseAt(project, now) !== 'open') throw new CallFailed('stepNotAllowed')
  await tx.update(govProjects).set({ deadline: now }).where(eq(govProjects.id, entryId))
}

/** Deletes the uses of a solution. Throws entryUsed for an application used by a solution. */
async function deleteUses(tx: Db, kind: EntryKind, entryId: number): Promise<void> {
  if (kind === 'solution') await tx.delete(uses).where(eq(uses.solutionId, entryId))
  if (kind !== 'app') return
  const [used] = await tx.select({ id: uses.id }).from(uses).where(eq(uses.appId, entryId)).limit(1)
  if (used !== undefined) throw new CallFailed('entryUsed')
}

export const entryDelete: Handler<typeof entriesCalls.entryDelete> = ({ kind, entryId, version }, { db, note }) => {
  const { table } = entryTables[kind]
  return db.transaction(async (tx) => {
    const { status } = await lockEntry(tx, kind, entryId, version)
    // Published entries may be linked from outside and can only be withdrawn.
    if (!isEntryDraft(status)) throw new CallFailed('stepNotAllowed')
    await deleteUses(tx, kind, entryId)
    await deleteDraftInput(tx, kind, entryId)
    await tx.delete(table).where(eq(table.id, entryId))
    note(`编号 ${entryId}`)
    return {}
  })
}
