import type { EntryKind } from './entry-states.ts'

export interface EntryOption {
  readonly value: string
  readonly label: string
}
interface Named {
  readonly name: string
  readonly label: string
  readonly required?: true
  readonly hint?: string
}
/** A cell of a list of rows. */
export type EntryCell = Named &
  (
    | { readonly as: 'text' | 'area'; readonly max: number }
    | { readonly as: 'choice'; readonly options: readonly EntryOption[] }
    /** One of the applications of the store. */
    | { readonly as: 'app' }
  )

/** A field of an operators' form: how it is asked for, and how it stands in the browser until it is sent. */
export type EntryField = Named &
  (
    | { readonly as: 'text' | 'area' | 'markdown'; readonly max: number; readonly wide?: true }
    /** Several texts, a line each. */
    | { readonly as: 'lines'; readonly maxCount: number }
    | { readonly as: 'choice' | 'choices'; readonly options: readonly EntryOption[] }
    /** Yuan as typed, fen on the wire; empty = none. */
    | { readonly as: 'money'; readonly unit: string }
    | { readonly as: 'whole'; readonly unit?: string }
    | { readonly as: 'day' | 'moment' | 'district' | 'check' }
    | { readonly as: 'rows'; readonly cells: readonly EntryCell[]; readonly most: number; readonly row: string }
    | { readonly as: 'gallery' | 'policies' }
  )

/** Fields under one heading. */
export interface EntrySection {
  readonly title: string
  readonly fields: readonly EntryField[]
}
export type EntrySections = Readonly<Record<EntryKind, readonly EntrySection[]>>

/** Options out of words with their labels. */
export const createOptions = <T extends string>(words: readonly T[], labelOf: (word: T) => string = (word) => word) =>
  words.map((value) => ({ value, label: labelOf(value) }))
