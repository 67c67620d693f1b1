import { eq } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps, digitalSolutions } from '../../../db/tables/digital.ts'
import { entryStepWords, entryTransitions } from '../../../domain/content/entries/entry-states.ts'
import { next } from '../../../domain/transition.ts'
import { phaseOf } from '../../../domain/projects/government-projects.ts'
import type { Handler } from '../../handler.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { typedOf } from './unfinished.ts'

export const entryStep: Handler<typeof entriesCalls.entryStep> = (input, { caller, db, pages, after, note }) => {
  const { kind, entryId, event } = input
  const { table, tags } = entryTables[kind]
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, kind, entryId, input.version)
    const to = next(entryTransitions, before.status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    if ((await typedOf(tx, kind, entryId)) !== null) throw new CallFailed('entryUnfinished')
    const version = before.version + 1
    if (event === 'close') await closeCall(tx, kind, entryId)
    const mark = { status: to, version, editedBy: caller.userId, updatedAt: new Date() }
    await tx.update(table).set(mark).where(eq(table.id, entryId))
    // What comes out for the first time is new in the store.
    if (kind === 'app' && before.status === 'draft') {
      await tx.update(digitalApps).set({ publishedAt: new Date() }).where(eq(digitalApps.id, entryId))
    }
    if (kind === 'solution' && before.status === 'draft') {
      await tx.update(digitalSolutions).set({ publishedAt: new Date() }).where(eq(digitalSolutions.id, entryId))
    }
    await recordEntry(tx, { kind, entryId, event, from: before.status, to, userId: caller.userId })
    note(`编号 ${entryId}，${entryStepWords[event] ?? event}`)
    after(() => pages.invalidate(tags))
    return { entryId, status: to, version }
  })
}

/** Ends a call for projects before its time; only one that is open can be ended. */
async function closeCall(tx: Db, kind: string, entryId: number): Promise<void> {
  const [project] = kind === 'project' ? await tx.select().from(govProjects).where(eq(govProjects.id, entryId)) : []
  const now = new Date()
  if (project === undefined || phaseOf(project, now) !== 'open') throw new CallFailed('stepNotAllowed')
  await tx.update(govProjects).set({ deadline: now }).where(eq(govProjects.id, entryId))
}
