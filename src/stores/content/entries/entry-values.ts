import { z } from 'zod'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import { getEntryFields } from '../../../domain/content/entries/entry-sections.ts'
import type { EntryField } from '../../../domain/content/entries/entry-field.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { parseFen, formatYuanInput } from '../../../domain/money-input.ts'
import { dateInput, instantOf, timeInput } from '../../../domain/time-input.ts'
import { parseWholeNumber } from '../../../domain/half-width.ts'

export type EntryValues = EntryTyped
/** Value of a form field. */
export type EntryValue = EntryTyped[string]
/** Cells of a list row in the form, as typed. */
export type RowValue = Readonly<Record<string, string>>

const rowValue = z.record(z.string(), z.string())

const strings = z.array(z.string()).catch([])
const records = z.array(z.record(z.string(), z.unknown())).catch([])
const numbers = z.array(z.number()).catch([])

export const textOf = (value: EntryValue | undefined): string => (typeof value === 'string' ? value : '')
export const chosenOf = (value: EntryValue | undefined): readonly string[] => strings.parse(value)
export const rowsOf = (value: EntryValue | undefined): readonly RowValue[] => z.array(rowValue).catch([]).parse(value)

/** Steps as text: one `标题：说明` per line. */
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

/** Empty value of a field. */
function emptyValue({ as }: EntryField): EntryValue {
  if (as === 'check') return false
  return as === 'choices' || as === 'rows' || as === 'gallery' || as === 'policies' ? [] : ''
}

function fieldValue(field: EntryField, value: unknown): EntryValue {
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
      return typeof value === 'number' ? formatYuanInput(value) : ''
    case 'moment':
      return typeof value === 'string' ? `${dateInput(value)} ${timeInput(value)}` : ''
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

/** Form values, empty or of an existing entry. */
export const entryValuesOf = (kind: EntryKind, form?: Readonly<Record<string, unknown>>): EntryValues =>
  Object.fromEntries(
    getEntryFields(kind).map((field) => [field.name, form ? fieldValue(field, form[field.name]) : emptyValue(field)]),
  )

const whole = (text: string) => parseWholeNumber(text) ?? Number.NaN

/** Converts a row into call input: ids as numbers, steps as a list, a picture by drawing or file. */
function rowInput(field: EntryField, row: RowValue): unknown {
  if (field.as === 'gallery') {
    const { view = '', fileId = '', name = '', caption = '' } = row
    return view === '' ? { fileId, name, caption } : { view, caption }
  }
  if (field.name !== 'uses') return row
  const { useId = '', appId = '', steps = '', ...rest } = row
  return { ...rest, useId: useId === '' ? null : Number(useId), appId: whole(appId), steps: stepsOf(steps) }
}

function fieldInput(field: EntryField, value: EntryValue | undefined): unknown {
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
      return rowsOf(value).map((row) => rowInput(field, row))
    case 'money':
      return text.trim() === '' ? null : (parseFen(text) ?? Number.NaN)
    case 'whole':
      return text.trim() === '' && field.required !== true ? null : whole(text)
    case 'moment':
      return instantOf(text.slice(0, 10), text.slice(11)) ?? ''
    case 'district':
      return text === '' ? null : text
    default:
      return text
  }
}

/** Converts the form into call input; the call's schema validates it. */
export const entryInputOf = (kind: EntryKind, values: EntryValues): Readonly<Record<string, unknown>> => ({
  kind,
  ...Object.fromEntries(getEntryFields(kind).map((field) => [field.name, fieldInput(field, values[field.name])])),
})
