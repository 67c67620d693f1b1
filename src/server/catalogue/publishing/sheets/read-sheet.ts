import { CallFailed } from '../../../../contract/failures.ts'
import { readXlsx, XlsxError, type XlsxCell } from '../../../platform/workbooks/read-xlsx.ts'

/** A row of a sheet with its row number; the header is row 1. */
export interface SheetRow {
  readonly row: number
  /** Text of each cell; undefined for dates, since no column expects one. */
  readonly cells: readonly (string | undefined)[]
  /** Dates by cell as text, to return them in the marked sheet. */
  readonly dates?: ReadonlyMap<number, string>
}

/**
 * Non-empty rows of the first sheet of an .xlsx file. Formulas are read as their cached value. Throws CallFailed
 * sheetBroken for an invalid file, sheetTooLarge beyond the limits.
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
    throw new CallFailed(cause instanceof XlsxError && cause.reason === 'tooLarge' ? 'sheetTooLarge' : 'sheetBroken')
  }
}

function textOf(value: XlsxCell): string | undefined {
  if (value === null) return ''
  if (value instanceof Date) return undefined
  if (typeof value === 'boolean') return value ? '是' : '否'
  // Character references in XML can encode lone surrogates and NUL, which the database rejects.
  return String(value).replaceAll('\0', '').trim().toWellFormed()
}

/** 2026-11-23, with the time if there is one; dates of a sheet have no time zone and are read as UTC. */
function dateText(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
}
