import { sheetWork } from '../../work/work-pool.ts'

/** Text, a number, or an amount. Never a formula: `=1+1` stays text. */
export type SheetCell = string | number | { readonly fen: number }

/** One sheet to create. */
export interface WorkbookSheet {
  readonly sheet: string
  readonly widths: readonly number[]
  readonly head: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

/** Creates an .xlsx file in a worker thread. Throws CallFailed filesBusy, fileTooComplex or sheetTooLarge. */
export const createWorkbook = (sheets: readonly WorkbookSheet[], key = ''): Promise<Uint8Array> =>
  sheetWork.run('writeWorkbook', sheets, { key, outOfMemory: 'sheetTooLarge' })
