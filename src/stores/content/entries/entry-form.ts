import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { newUuid } from '../../../client/uuid.ts'
import { entryForm } from '../../../contract/content/entry-forms.ts'
import { entryTyped } from '../../../contract/content/entry-typed.ts'
import type { Entry, SavedEntry } from '../../../contract/content/entries.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import { getEntryFields, getNameField } from '../../../domain/content/entries/entry-sections.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { parseFen } from '../../../domain/money-input.ts'
import { loadable } from '../../loadable.ts'
import { fieldErrorsOf } from '../../field-errors.ts'
import { createForm } from '../../form-store.ts'
import { isOutdated } from '../../row-decision.ts'
import { entryInputOf, rowsOf, textOf, entryValuesOf, type EntryValues, type RowValue } from './entry-values.ts'

/** What the form edits: a new entry, or an existing one with its history. */
export interface EntryEditing {
  readonly kind: EntryKind
  /** Null for a new one. */
  readonly entry: Entry | null
}
/** An existing entry that the form edits, and what is scheduled for it. */
export type OpenEntry = Entry
export type EntrySchedule = NonNullable<Entry['schedule']>
const part = loadable<EntryEditing>()
export const entryEditing = part.state

const requireOpenEntry = (): EntryEditing => {
  const now = part.state.get()
  if (now.at !== 'ready') throw new Error('No form is open')
  return now.content
}
const onlySave: { readonly publish: boolean; readonly publishAt: string | null } = { publish: false, publishAt: null }
/** Whether and when saving also publishes the entry. */
let intent = onlySave
/** An entry that was never published requires only its name until it is published. */
const isDraft = () => !intent.publish && (requireOpenEntry().entry?.status ?? 'draft') === 'draft'
/** Idempotency key of the new entry: repeated submits create one. */
let key = newUuid()

/** Translates the field names of the call's errors into those of the form. */
const withFormFieldNames = (failure: Failure): Failure => ({
  ...failure,
  content: fieldErrorsOf(failure).map(({ field, message }) => ({
    field: field.replace(/^(form|typed)\./, ''),
    message,
  })),
})

const completeForm = z
  .custom<EntryValues>()
  .transform((values): unknown => entryInputOf(requireOpenEntry().kind, values))
  .pipe(entryForm)
const draftSchema = () => {
  const { name, label } = getNameField(requireOpenEntry().kind)
  return entryTyped.refine((values) => textOf(values[name]).trim() !== '', { path: [name], message: `请填写${label}` })
}

async function saveEntry(typed: EntryValues): Promise<Answer<SavedEntry>> {
  const { kind, entry } = requireOpenEntry()
  const to = { entryId: entry?.entryId ?? null, version: entry?.version ?? 0 }
  const whole = completeForm.safeParse(typed)
  const answer = whole.success
    ? await api.content.entrySave({ ...to, ...intent, form: whole.data }, { idempotencyKey: key })
    : await api.content.entryDraft({ ...to, kind, typed }, { idempotencyKey: key })
  return answer.ok || fieldErrorsOf(answer.failure).length === 0
    ? answer
    : { ok: false, failure: withFormFieldNames(answer.failure) }
}

/** Errors of amounts that are not numbers, with a clearer message than the schema's. */
const amountErrors = (values: EntryValues) =>
  getEntryFields(requireOpenEntry().kind).flatMap(({ name, as }) =>
    !isDraft() && as === 'money' && textOf(values[name]).trim() !== '' && parseFen(textOf(values[name])) === null
      ? [{ field: name, message: '请填写金额，最多两位小数' }]
      : [],
  )

const draftName = () => {
  const { kind, entry } = requireOpenEntry()
  return `entry-${kind}-${entry === null ? 'new' : `${entry.entryId}-${entry.version}`}`
}

export const entryEditorForm = createForm<EntryValues, EntryValues, SavedEntry>({
  schema: () => (isDraft() ? draftSchema() : completeForm),
  inputOf: (values) => values,
  validate: amountErrors,
  submit: saveEntry,
  onChange: () => {
    key = newUuid()
  },
  draft: { name: draftName, shape: entryTyped },
})

/** Form values of the server's state: an unfinished draft, or the entry. */
const serverValues = ({ kind, entry }: EntryEditing): EntryValues =>
  entry?.typed == null ? entryValuesOf(kind, entry?.form) : { ...entryValuesOf(kind), ...entry.typed }

/** Opens the form for a new or existing entry; an unsent draft of the user takes precedence. */
export async function openEntry(kind: EntryKind, entryId: number | null, who: number): Promise<void> {
  await part.load(async () => {
    if (entryId === null) return { ok: true, content: { kind, entry: null } }
    const answer = await api.content.entry({ kind, entryId })
    return answer.ok ? { ok: true, content: { kind, entry: answer.content } } : answer
  }, true)
  const now = part.state.get()
  if (now.at !== 'ready') return
  intent = onlySave
  key = newUuid()
  entryEditorForm.start(serverValues(now.content), who)
}

/** Discards the input and shows the server's state. */
export function resetEntry(): void {
  entryEditorForm.reset(serverValues(requireOpenEntry()))
}

/**
 * Saves, optionally publishing: at once, or at a moment (ISO 8601). Returns the entry, undefined if refused.
 */
export async function submitEntry(publish: boolean, publishAt: string | null = null): Promise<SavedEntry | undefined> {
  if (entryEditorForm.submitState.get().at === 'sending') return undefined
  if (intent.publish !== publish || intent.publishAt !== publishAt) key = newUuid()
  intent = { publish, publishAt }
  const saved = await entryEditorForm.submit()
  if (saved !== undefined) key = newUuid()
  return saved
}

export function setRow(name: string, at: number, change: RowValue): void {
  const rows = rowsOf(entryEditorForm.values.get()?.[name])
  entryEditorForm.set(
    name,
    rows.map((row, place) => (place === at ? { ...row, ...change } : row)),
  )
}
export const addRow = (name: string, row: RowValue): void =>
  entryEditorForm.set(name, [...rowsOf(entryEditorForm.values.get()?.[name]), row])
export const removeRow = (name: string, at: number): void =>
  entryEditorForm.set(
    name,
    rowsOf(entryEditorForm.values.get()?.[name]).filter((_, place) => place !== at),
  )
/** Moves a row up or down by one. */
export function moveRow(name: string, at: number, by: -1 | 1): void {
  const rows = [...rowsOf(entryEditorForm.values.get()?.[name])]
  const [moved] = rows.splice(at, 1)
  if (moved === undefined) return
  rows.splice(at + by, 0, moved)
  entryEditorForm.set(name, rows)
}

/** A saved version, loaded to be looked at or taken over. */
export async function loadVersion(version: number): Promise<EntryValues | undefined> {
  const { kind, entry } = requireOpenEntry()
  if (entry === null) return undefined
  const answer = await api.content.entryVersion({ kind, entryId: entry.entryId, version })
  return answer.ok ? entryValuesOf(kind, answer.content.form) : undefined
}

/** Takes back what is scheduled for the open entry, and reads it anew; the failure if that was refused. */
export async function unscheduleEntry(who: number): Promise<Failure | undefined> {
  const { kind, entry } = requireOpenEntry()
  if (entry === null) return undefined
  const answer = await api.content.entryUnschedule({ kind, entryId: entry.entryId })
  // Already taken back, or carried out: the entry is read anew as well.
  if (!answer.ok && !isOutdated(answer.failure)) return answer.failure
  await openEntry(kind, entry.entryId, who)
  return undefined
}
