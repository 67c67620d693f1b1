import { z } from 'zod'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import { entryFieldsOf } from '../../../domain/content/entries/entry-sections.ts'
import type { EntryField } from '../../../domain/content/entries/entry-field.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { fenOf, typedYuan } from '../../../domain/money-input.ts'
import { dateInput, instantOf, timeInput } from '../../../domain/time-input.ts'
import { wholeOf } from '../../../domain/half-width.ts'

export type EntryValues = EntryTyped
/** What stands in a field: as typed, or chosen. */
export type EntryValue = EntryTyped[string]
/** A row of a list in the form: its cells as typed. */
export type RowValue = Readonly<Record<string, string>>

const rowValue = z.record(z.string(), z.string())

const strings = z.array(z.string()).catch([])
const records = z.array(z.record(z.string(), z.unknown())).catch([])
const numbers = z.array(z.number()).catch([])

export const textOf = (value: EntryValue | undefined): string => (typeof value === 'string' ? value : '')
export const chosenOf = (value: EntryValue | undefined): readonly string[] => strings.parse(value)
export const rowsOf = (value: EntryValue | undefined): readonly RowValue[] => z.array(rowValue).catch([]).parse(value)

/** `标题：说明`, a line each. */
const stepLines = (value: unknown) =>
  records
    .parse(value)
    .map(({ title, text }) => (text === '' ? String(title) : `${String(title)}：${String(text)}`))
    .join('\n')
const stepsOf = (text: string) =>
  linesOf(text).map((line) => {
    const at = line.search(/[:：]/)
    return at === -1 ? { title: line, text: '' } : { title: line.slice(0, at).trim(), text: line.slice(at + 1).trim() }
  })
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const cellText = (name: string, value: unknown): string =>
  name === 'steps' ? stepLines(value) : value === null || value === undefined ? '' : String(value)
const rowText = (row: Readonly<Record<string, unknown>>): RowValue =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellText(name, value)]))

/** What a field holds before anything was typed. */
function emptyOf({ as }: EntryField): EntryValue {
  if (as === 'check') return false
  return as === 'choices' || as === 'rows' || as === 'gallery' || as === 'policies' ? [] : ''
}

function valueOf(field: EntryField, value: unknown): EntryValue {
  switch (field.as) {
    case 'check':
      return value === true
    case 'lines':
      return strings.parse(value).join('\n')
    case 'choices':
      return strings.parse(value)
    case 'policies':
      return numbers.parse(value).map(String)
    case 'rows':
    case 'gallery':
      return records.parse(value).map(rowText)
    case 'money':
      return typeof value === 'number' ? typedYuan(value) : ''
    case 'moment':
      return typeof value === 'string' ? `${dateInput(value)} ${timeInput(value)}` : ''
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

/** Values of an empty form, or of one as the server has it. */
export const valuesOf = (kind: EntryKind, form?: Readonly<Record<string, unknown>>): EntryValues =>
  Object.fromEntries(
    entryFieldsOf(kind).map((field) => [field.name, form ? valueOf(field, form[field.name]) : emptyOf(field)]),
  )

const whole = (text: string) => wholeOf(text) ?? Number.NaN

/** A row as the call takes it: ids as numbers, steps as a list, a picture by its drawing or its file. */
function sentRow(field: EntryField, row: RowValue): unknown {
  if (field.as === 'gallery') {
    const { view = '', fileId = '', name = '', caption = '' } = row
    return view === '' ? { fileId, name, caption } : { view, caption }
  }
  if (field.name !== 'uses') return row
  const { useId = '', appId = '', steps = '', ...rest } = row
  return { ...rest, useId: useId === '' ? null : Number(useId), appId: whole(appId), steps: stepsOf(steps) }
}

function sentOf(field: EntryField, value: EntryValue | undefined): unknown {
  const text = textOf(value)
  switch (field.as) {
    case 'check':
      return value === true
    case 'lines':
      return linesOf(text)
    case 'choices':
      return chosenOf(value)
    case 'policies':
      return chosenOf(value).map(Number)
    case 'rows':
    case 'gallery':
      return rowsOf(value).map((row) => sentRow(field, row))
    case 'money':
      return text.trim() === '' ? null : (fenOf(text) ?? Number.NaN)
    case 'whole':
      return whole(text)
    case 'moment':
      return instantOf(text.slice(0, 10), text.slice(11)) ?? ''
    case 'district':
      return text === '' ? null : text
    default:
      return text
  }
}

/** The form as the call takes it; the call's own schema says what is wrong with it. */
export const formOf = (kind: EntryKind, values: EntryValues): Readonly<Record<string, unknown>> => ({
  kind,
  ...Object.fromEntries(entryFieldsOf(kind).map((field) => [field.name, sentOf(field, values[field.name])])),
})
