import type { EntryForm } from '../../../contract/content/entry-forms.ts'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { nameFieldOf } from '../../../domain/content/entries/entry-sections.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import type { Handler } from '../../handler.ts'
import { checkedGallery, type Around } from './checked-form.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { readForm } from './read-form.ts'
import { standInOf } from './stand-in.ts'
import { keepTyped } from './unfinished.ts'
import { writeForm } from './write-form.ts'

/** What a draft is called. Throws invalidInput where it has no name, or one that is too long. */
function nameOf(kind: EntryKind, typed: EntryTyped): string {
  const { name, label, max } = nameFieldOf(kind)
  const value = typed[name]
  const text = typeof value === 'string' ? value.trim() : ''
  const message = text === '' ? `请填写${label}` : text.length > max ? `最多 ${max} 个字` : undefined
  if (message !== undefined) throw fieldFailed({ field: `typed.${name}`, message })
  return text
}

async function checked(tx: Db, form: EntryForm, around: Around): Promise<EntryForm> {
  return form.kind === 'park' ? { ...form, gallery: await checkedGallery(tx, form.gallery, around) } : form
}

export const entryDraft: Handler<typeof entriesCalls.entryDraft> = (input, { caller, db, note }) => {
  const { entryId, kind, typed } = input
  const name = nameOf(kind, typed)
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    // What was out once stays whole: it is published again without a form.
    if (before !== undefined && before.status !== 'draft') throw new CallFailed('stepNotAllowed')
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checked(tx, standInOf(kind, typed, name), { was, caller })
    const version = (before?.version ?? 0) + 1
    const mark = { status: 'draft', version, editedBy: caller.userId, updatedAt: new Date() } as const
    const id = await writeForm(tx, form, { entryId, mark })
    await keepTyped(tx, kind, id, typed)
    const event = before === undefined ? 'create' : 'edit'
    await recordEntry(tx, { kind, entryId: id, event, from: before?.status ?? '', to: 'draft', userId: caller.userId })
    note(name)
    return { entryId: id, status: 'draft', version }
  })
}
