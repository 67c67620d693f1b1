import { wholeOf } from '../../../../domain/half-width.ts'
import type { ListingForm } from '../../../../domain/catalogue/listing-form.ts'
import type { SellerRules } from '../seller-rules.ts'

/** One column of a sheet of listings. */
export interface Column<F extends ListingForm> {
  readonly head: string
  readonly required?: true
  /** characters */
  readonly width: number
  /** For the sheet of instructions. */
  readonly hint: string
  /** Characters of a cell at most, counted before anything else looks at it. */
  readonly longest: number
  /** Fields of the form whose faults belong here: the first parts of their paths. */
  readonly fields: readonly string[]
  /** A cell of a form as it is exported. */
  readonly write: (form: F, rules: SellerRules) => string
  /** What a cell says of the form, or what is wrong with it. Columns are read in their order. */
  readonly read: (text: string, rules: SellerRules, form: F) => Partial<F> | { readonly fault: string }
}

/** Most that a spreadsheet puts into one cell. */
export const longestCell = 32_767

/** What is said of a cell that is longer than its column may be; undefined when it is not. */
export const tooLong = (text: string, { longest }: Pick<Column<ListingForm>, 'longest'>): string | undefined =>
  text.length > longest ? `最多 ${longest.toLocaleString('en')} 个字` : undefined

/** Lines of a cell, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Words of a cell, divided by 、 or by commas, semicolons and lines as people write them. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、，,；;\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** A whole number of a cell; undefined where it is none, null where the cell is empty. */
export function wholeCell(text: string): number | null | undefined {
  return text === '' ? null : (wholeOf(text) ?? undefined)
}
