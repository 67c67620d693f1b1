import { CallFailed } from '../../../../contract/failures.ts'
import { readXlsx, XlsxRefused, type XlsxCell } from '../../../workbooks/read-xlsx.ts'

/** A row of a sheet with its number there; the head is row 1. */
export interface SheetRow {
  readonly row: number
  /** Text of each cell; undefined where it holds a date, which no column asks for. */
  readonly cells: readonly (string | undefined)[]
  /** The dates by their cell, as the sheet shows them: what came is given back with its reason. */
  readonly dates?: ReadonlyMap<number, string>
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
      if (texts.every((text) => text === '')) return []
      const dates = new Map(cells.flatMap((cell, at) => (cell instanceof Date ? [[at, dateText(cell)] as const] : [])))
      return [dates.size === 0 ? { row, cells: texts } : { row, cells: texts, dates }]
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

/** 2026-11-23, with the time where it has one: a date of a sheet has no zone and is read as UTC. */
function dateText(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
}
