import { parseWholeNumber } from '../../../../domain/half-width.ts'
import type { ListingForm } from '../../../../domain/catalogue/listing-form.ts'
import type { SellerRules } from '../seller-rules.ts'

/** One column of a sheet of listings. */
export interface Column<F extends ListingForm> {
  readonly head: string
  readonly required?: true
  /** Sheets of former templates lack the column: its field stays unchanged. */
  readonly optional?: true
  /** Width in characters. */
  readonly width: number
  /** Hint shown in the instructions sheet. */
  readonly hint: string
  /** Maximum length of a cell in characters, checked before the cell is parsed. */
  readonly longest: number
  /** First path segments of the form fields whose errors belong to this column. */
  readonly fields: readonly string[]
  /** Formats the cell of a form for export. */
  readonly write: (form: F, rules: SellerRules) => string
  /** Parses a cell into form fields or an error. Columns are read in their order. */
  readonly read: (text: string, rules: SellerRules, form: F) => Partial<F> | { readonly fault: string }
}

/** Maximum cell length of spreadsheets. */
export const maxCellLength = 32_767

/** Error of a cell that is too long for its column; undefined otherwise. */
export const lengthError = (text: string, { longest }: Pick<Column<ListingForm>, 'longest'>): string | undefined =>
  text.length > longest ? `最多 ${longest.toLocaleString('en')} 个字` : undefined

/** Lines of a cell, without empty ones. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Values of a cell, separated by 、, commas, semicolons or line breaks. */
export const splitValues = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、，,；;\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** Parses a whole number; undefined if invalid, null for an empty cell. */
export function parseWholeNumberCell(text: string): number | null | undefined {
  return text === '' ? null : (parseWholeNumber(text) ?? undefined)
}
