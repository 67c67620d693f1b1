import { sheetWork } from '../work/work-pool.ts'

/** Text, a number, or a sum of money. Never a formula: no spreadsheet takes `=1+1` in a text for one. */
export type SheetCell = string | number | { readonly fen: number }

/** One sheet to be made. */
export interface MadeSheet {
  readonly sheet: string
  readonly widths: readonly number[]
  readonly head: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

/** The bytes of an .xlsx file, made in a worker thread. Throws CallFailed filesBusy, fileTooComplex or sheetTooLarge. */
export const makeWorkbook = (sheets: readonly MadeSheet[], key = ''): Promise<Uint8Array> =>
  sheetWork.run('writeWorkbook', sheets, { key, outOfMemory: 'sheetTooLarge' })
