import type { EntryField, EntrySections } from './entry-field.ts'
import type { EntryKind } from './entry-states.ts'
import { storeSections } from './store-sections.ts'
import { tradeSections } from './trade-sections.ts'

/** What is asked of each kind, in the order of its form. */
export const entrySections: EntrySections = { ...storeSections, ...tradeSections }

/** All fields of a kind. */
export const getEntryFields = (kind: EntryKind): readonly EntryField[] =>
  entrySections[kind].flatMap(({ fields }) => fields)

/** The field that names one: what a draft cannot do without. */
export function getNameField(kind: EntryKind): EntryField & { readonly max: number } {
  const [first] = getEntryFields(kind)
  if (first === undefined || !('max' in first)) throw new Error(`A form of ${kind} begins with its name`)
  return first
}

/** Labels of the fields in which two forms differ: what the history says of a change. */
export function getChangedFields(kind: EntryKind, before: object, after: object): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return getEntryFields(kind).flatMap(({ name, label }) =>
    JSON.stringify(was.get(name)) === JSON.stringify(is.get(name)) ? [] : [label],
  )
}
