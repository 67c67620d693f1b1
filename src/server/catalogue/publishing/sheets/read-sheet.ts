import { CallFailed } from '../../../../contract/failures.ts'
import { readXlsx, XlsxRefused, type XlsxCell } from '../../../workbooks/read-xlsx.ts'

/** A row of a sheet with its number there; the head is row 1. */
export interface SheetRow {
  readonly row: number
  /** Text of each cell; undefined where it holds a date, which no column asks for. */
  readonly cells: readonly (string | undefined)[]
}

/**
 * Rows of the first sheet of an .xlsx file, empty ones left out. Formulas count by their last value. Throws CallFailed
 * sheetBroken for a file that is no such sheet, sheetTooLarge beyond the limits.
 */
export async function readListingRows(bytes: Uint8Array): Promise<SheetRow[]> {
  try {
    const rows = await readXlsx(bytes)
    return rows.flatMap(({ row, cells }) => {
      const texts = cells.map(textOf)
      return texts.every((text) => text === '') ? [] : [{ row, cells: texts }]
    })
  } catch (cause) {
    throw new CallFailed(cause instanceof XlsxRefused && cause.reason === 'tooLarge' ? 'sheetTooLarge' : 'sheetBroken')
  }
}

function textOf(value: XlsxCell): string | undefined {
  if (value === null) return ''
  if (value instanceof Date) return undefined
  if (typeof value === 'boolean') return value ? '是' : '否'
  // Half a character and NUL, which no database keeps, can be written in XML by their number.
  return String(value).replaceAll('\0', '').trim().toWellFormed()
}
