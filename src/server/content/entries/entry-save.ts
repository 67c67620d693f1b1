import type { EntryForm } from '../../../contract/content/entry-forms.ts'
import { entryForm } from '../../../contract/content/entry-forms.ts'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { changedFields } from '../../../domain/content/entries/entry-sections.ts'
import { entryTransitions, type EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { checkedForm } from './checked-form.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { readForm } from './read-form.ts'
import { dropTyped, typedOf } from './unfinished.ts'
import { writeForm } from './write-form.ts'

/** The state after a save: what is out stays out, what is not comes out when it is published with it. */
function statusAfter(before: EntryStatus | undefined, publish: boolean): EntryStatus {
  const from = before ?? 'draft'
  if (!publish || from === 'published') return from
  const to = next(entryTransitions, from, 'publish', 'operator')
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  return to
}

/** Labels of what differs, both forms in the order in which the schema has their fields. */
function changesOf(was: EntryForm, is: EntryForm): string[] {
  const read = entryForm.safeParse(was)
  return changedFields(is.kind, read.success ? read.data : was, is)
}

export const entrySave: Handler<typeof entriesCalls.entrySave> = (input, context) => {
  const { caller, db, pages, after, note } = context
  const { entryId, publish } = input
  const { kind } = input.form
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checkedForm(tx, input.form, { was, caller })
    // What stood for an unfinished draft was nobody's words: nothing is told of what differs from it.
    const unfinished = entryId !== null && (await typedOf(tx, kind, entryId)) !== null
    const changes = was === undefined || unfinished ? [] : changesOf(was, form)
    const status = statusAfter(before?.status, publish)
    if (entryId !== null && before !== undefined && !unfinished && changes.length === 0 && status === before.status) {
      return { entryId, status, version: before.version }
    }
    const version = (before?.version ?? 0) + 1
    const mark = { status, version, editedBy: caller.userId, updatedAt: new Date() }
    const id = await writeForm(tx, form, { entryId, mark })
    await dropTyped(tx, kind, id)
    const step = { kind, entryId: id, userId: caller.userId, to: status }
    if (before === undefined) await recordEntry(tx, { ...step, event: 'create', from: '', to: 'draft' })
    else if (changes.length > 0 || unfinished) {
      await recordEntry(tx, {
        ...step,
        event: 'edit',
        from: before.status,
        to: before.status,
        text: changes.join('、'),
      })
    }
    if (status !== (before?.status ?? 'draft')) {
      await recordEntry(tx, { ...step, event: 'publish', from: before?.status ?? 'draft' })
    }
    note('title' in form ? form.title : form.name)
    after(() => pages.invalidate(entryTables[kind].tags))
    return { entryId: id, status, version }
  })
}
