import { type EntryForm, entryForm } from '../../../contract/content/entry-forms.ts'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { getChangedFields, getNameField } from '../../../domain/content/entries/entry-sections.ts'
import {
  entryTransitions,
  type EntryStatus,
  type EntryKind,
  isEntryDraft,
} from '../../../domain/content/entries/entry-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { checkForm, checkGallery, type FormContext } from './check-form.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { readForm } from './read-form.ts'
import { deleteDraftInput, getDraftInput, saveDraftInput } from './draft-input.ts'
import { writeForm } from './write-form.ts'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import type { Db } from '../../../db/open.ts'
import { createPlaceholderForm } from './placeholder-form.ts'

/** Status after a save: published entries stay published, others are published if requested. */
function getNextStatus(before: EntryStatus | undefined, publish: boolean): EntryStatus {
  const from = before ?? 'draft'
  if (!publish || from === 'published') return from
  const to = nextState(entryTransitions, from, 'publish', 'operator')
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  return to
}

/** Labels of the changed fields; parsing brings the fields of both forms into the same order. */
function getChanges(was: EntryForm, is: EntryForm): string[] {
  const read = entryForm.safeParse(was)
  return getChangedFields(is.kind, read.success ? read.data : was, is)
}

export const entrySave: Handler<typeof entriesCalls.entrySave> = (input, context) => {
  const { caller, db, pages, after, note } = context
  const { entryId, publish } = input
  const { kind } = input.form
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checkForm(tx, input.form, { previous: was, caller })
    // Placeholder values of an incomplete draft are not reported as changes.
    const unfinished = entryId !== null && (await getDraftInput(tx, kind, entryId)) !== null
    const changes = was === undefined || unfinished ? [] : getChanges(was, form)
    const status = getNextStatus(before?.status, publish)
    if (entryId !== null && before !== undefined && !unfinished && changes.length === 0 && status === before.status) {
      return { entryId, status, version: before.version }
    }
    const version = (before?.version ?? 0) + 1
    const mark = { status, version, editedBy: caller.userId, updatedAt: new Date() }
    const id = await writeForm(tx, form, { entryId, mark })
    await deleteDraftInput(tx, kind, id)
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

/** Name of a draft. Throws invalidInput if it is missing or too long. */
function getDraftName(kind: EntryKind, typed: EntryTyped): string {
  const { name, label, max } = getNameField(kind)
  const value = typed[name]
  const text = typeof value === 'string' ? value.trim() : ''
  const message = text === '' ? `请填写${label}` : text.length > max ? `最多 ${max} 个字` : undefined
  if (message !== undefined) throw fieldFailed({ field: `typed.${name}`, message })
  return text
}

async function checkDraft(tx: Db, form: EntryForm, around: FormContext): Promise<EntryForm> {
  return form.kind === 'park' ? { ...form, gallery: await checkGallery(tx, form.gallery, around) } : form
}

export const entryDraft: Handler<typeof entriesCalls.entryDraft> = (input, { caller, db, note }) => {
  const { entryId, kind, typed } = input
  const name = getDraftName(kind, typed)
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    // Withdrawn entries must stay complete, since they can be published again without the form.
    if (before !== undefined && !isEntryDraft(before.status)) throw new CallFailed('stepNotAllowed')
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checkDraft(tx, createPlaceholderForm(kind, typed, name), { previous: was, caller })
    const version = (before?.version ?? 0) + 1
    const mark = { status: 'draft', version, editedBy: caller.userId, updatedAt: new Date() } as const
    const id = await writeForm(tx, form, { entryId, mark })
    await saveDraftInput(tx, kind, id, typed)
    const event = before === undefined ? 'create' : 'edit'
    await recordEntry(tx, { kind, entryId: id, event, from: before?.status ?? '', to: 'draft', userId: caller.userId })
    note(name)
    return { entryId: id, status: 'draft', version }
  })
}
