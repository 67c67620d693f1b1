import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { newUuid } from '../../../client/uuid.ts'
import { entryForm } from '../../../contract/content/entry-forms.ts'
import { entryTyped } from '../../../contract/content/entry-typed.ts'
import type { Entry, SavedEntry } from '../../../contract/content/entries.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import { entryFieldsOf, nameFieldOf } from '../../../domain/content/entries/entry-sections.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { fenOf } from '../../../domain/money-input.ts'
import { loadable } from '../../loaded.ts'
import { faultsOf } from '../../faults.ts'
import { typedForm } from '../../typed-form.ts'
import { formOf, rowsOf, textOf, valuesOf, type EntryValues, type RowValue } from './entry-values.ts'

/** What the form is of: a new one, or one that is there with its history. */
export interface Editing {
  readonly kind: EntryKind
  /** Null for a new one. */
  readonly entry: Entry | null
}
const part = loadable<Editing>()
export const editing = part.state

const opened = (): Editing => {
  const now = part.state.get()
  if (now.at !== 'ready') throw new Error('No form is open')
  return now.content
}
/** Whether what is sent is published with it. */
let publish = false
/** What was never out may lack all but its name, until it is published. */
const isDraft = () => !publish && (opened().entry?.status ?? 'draft') === 'draft'
/** Belongs to what is typed: sent again unchanged, one is made. */
let key = newUuid()

/** Faults of the call stand at the form's own names. */
const plain = (failure: Failure): Failure => ({
  ...failure,
  content: faultsOf(failure).map(({ field, message }) => ({ field: field.replace(/^(form|typed)\./, ''), message })),
})

const wholeForm = z
  .custom<EntryValues>()
  .transform((values): unknown => formOf(opened().kind, values))
  .pipe(entryForm)
const named = () => {
  const { name, label } = nameFieldOf(opened().kind)
  return entryTyped.refine((values) => textOf(values[name]).trim() !== '', { path: [name], message: `请填写${label}` })
}

async function send(typed: EntryValues): Promise<Answer<SavedEntry>> {
  const { kind, entry } = opened()
  const to = { entryId: entry?.entryId ?? null, version: entry?.version ?? 0 }
  const whole = wholeForm.safeParse(typed)
  const answer = whole.success
    ? await api.content.entrySave({ ...to, publish, form: whole.data }, { idempotencyKey: key })
    : await api.content.entryDraft({ ...to, kind, typed }, { idempotencyKey: key })
  return answer.ok || faultsOf(answer.failure).length === 0 ? answer : { ok: false, failure: plain(answer.failure) }
}

/** Sums that are none: the schema sees only that they are no number. */
const ownFaults = (values: EntryValues) =>
  entryFieldsOf(opened().kind).flatMap(({ name, as }) =>
    !isDraft() && as === 'money' && textOf(values[name]).trim() !== '' && fenOf(textOf(values[name])) === null
      ? [{ field: name, message: '请填写金额，最多两位小数' }]
      : [],
  )

const draftName = () => {
  const { kind, entry } = opened()
  return `entry-${kind}-${entry === null ? 'new' : `${entry.entryId}-${entry.version}`}`
}

export const form = typedForm<EntryValues, EntryValues, SavedEntry>({
  schema: () => (isDraft() ? named() : wholeForm),
  inputOf: (values) => values,
  own: ownFaults,
  send,
  changed: () => {
    key = newUuid()
  },
  draft: { name: draftName, shape: entryTyped },
})

/** What the server has: the words of an unfinished draft, or the form. */
const valuesNow = ({ kind, entry }: Editing): EntryValues =>
  entry?.typed == null ? valuesOf(kind, entry?.form) : { ...valuesOf(kind), ...entry.typed }

/** Opens the form of a new one, or of one that is there; what was typed and not sent yet comes before it. */
export async function open(kind: EntryKind, entryId: number | null, who: number): Promise<void> {
  await part.load(async () => {
    if (entryId === null) return { ok: true, content: { kind, entry: null } }
    const answer = await api.content.entry({ kind, entryId })
    return answer.ok ? { ok: true, content: { kind, entry: answer.content } } : answer
  }, true)
  const now = part.state.get()
  if (now.at !== 'ready') return
  publish = false
  key = newUuid()
  form.begin(valuesNow(now.content), who)
}

/** Leaves what was typed and shows what the server has. */
export function startOver(): void {
  form.startOver(valuesNow(opened()))
}

/** Saves, or saves and publishes. What was written, undefined when it was refused. */
export async function submit(alsoPublish: boolean): Promise<SavedEntry | undefined> {
  if (form.sending.get().at === 'sending') return undefined
  if (publish !== alsoPublish) key = newUuid()
  publish = alsoPublish
  const saved = await form.send()
  if (saved !== undefined) key = newUuid()
  return saved
}

export function setRow(name: string, at: number, change: RowValue): void {
  const rows = rowsOf(form.values.get()?.[name])
  form.set(
    name,
    rows.map((row, place) => (place === at ? { ...row, ...change } : row)),
  )
}
export const addRow = (name: string, row: RowValue): void => form.set(name, [...rowsOf(form.values.get()?.[name]), row])
export const removeRow = (name: string, at: number): void =>
  form.set(
    name,
    rowsOf(form.values.get()?.[name]).filter((_, place) => place !== at),
  )
/** Moves a row one place up or down. */
export function moveRow(name: string, at: number, by: -1 | 1): void {
  const rows = [...rowsOf(form.values.get()?.[name])]
  const [moved] = rows.splice(at, 1)
  if (moved === undefined) return
  rows.splice(at + by, 0, moved)
  form.set(name, rows)
}
