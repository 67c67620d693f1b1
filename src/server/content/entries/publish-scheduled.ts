import { asc, eq, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { entryForm } from '../../../contract/content/entry-forms.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { entrySchedules } from '../../../db/tables/site-texts.ts'
import type { EntryKind, EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import type { PageCache } from '../../page-cache.ts'
import { entryTables } from './entry-tables.ts'
import { saveForm } from './entry-save.ts'
import { recordEntry } from './lock-entry.ts'
import { readForm } from './read-form.ts'

type Due = typeof entrySchedules.$inferSelect

async function findStatus(tx: Db, kind: EntryKind, entryId: number) {
  const { table } = entryTables[kind]
  const [row] = await tx
    .select({ status: sql<EntryStatus>`${table.status}`, version: sql<number>`${table.version}` })
    .from(table)
    .where(eq(table.id, entryId))
    .for('update')
  return row
}

/** Publishes an entry, or replaces the published one by its scheduled form. */
async function apply(tx: Db, { kind, entryId, form, userId }: Due): Promise<void> {
  const before = await findStatus(tx, kind, entryId)
  if (before === undefined) throw new CallFailed('notFound')
  const was = await readForm(tx, kind, entryId)
  const next = form === null ? was : entryForm.parse(form)
  await saveForm(tx, { form: next, entryId, before, was, unfinished: false, publish: true, userId })
}

/**
 * Carries out what is due, one transaction each. What cannot be carried out any more is written into the history of its
 * entry and not tried again. Returns the number of entries that changed.
 */
export async function publishScheduled(
  db: Db,
  { pages, log }: { readonly pages: Pick<PageCache, 'invalidate'>; readonly log: Pick<Logger, 'warn'> },
): Promise<number> {
  let changed = 0
  for (;;) {
    const done = await db.transaction(async (tx) => {
      const [due] = await tx
        .select()
        .from(entrySchedules)
        .where(lte(entrySchedules.at, sql`now()`))
        .orderBy(asc(entrySchedules.at), asc(entrySchedules.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (due === undefined) return undefined
      await tx.delete(entrySchedules).where(eq(entrySchedules.id, due.id))
      try {
        await tx.transaction((inner) => apply(inner, due))
        return due
      } catch (error) {
        log.warn({ err: error, kind: due.kind, entryId: due.entryId }, 'a scheduled publication failed')
        const status = (await findStatus(tx, due.kind, due.entryId))?.status
        if (status !== undefined) {
          const text = error instanceof CallFailed ? error.message : '请检查后重新发布'
          const step = { kind: due.kind, entryId: due.entryId, userId: due.userId, from: status, to: status, text }
          await recordEntry(tx, { ...step, event: 'scheduleFailed' })
        }
        return due
      }
    })
    if (done === undefined) return changed
    changed += 1
    pages.invalidate(entryTables[done.kind].tags)
  }
}
