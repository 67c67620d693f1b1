import writeSheet from 'write-excel-file/node'
import type { WorkbookSheet, SheetCell } from './create-workbook.ts'

/** Maximum characters of an Excel cell. */
const maxCellLength = 32_767

function cellOf(value: SheetCell) {
  if (value === '') return null
  if (typeof value === 'number') return { value, type: Number, format: '#,##0' }
  if (typeof value === 'object') return { value: value.fen / 100, type: Number, format: '#,##0.00' }
  return { value: value.slice(0, maxCellLength), type: String, format: '@' }
}

const headOf = (value: string) => ({
  value,
  type: String,
  fontWeight: 'bold' as const,
  backgroundColor: '#f4f6f9',
})

/** Creates the bytes of an .xlsx file; runs in a worker thread, since ten thousand rows take seconds. */
export async function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await writeSheet(
    sheets.map((one) => ({
      sheet: one.sheet,
      columns: one.widths.map((width) => ({ width })),
      stickyRowsCount: 1,
      data: [one.head.map(headOf), ...one.rows.map((row) => row.map(cellOf))],
    })),
  ).toBuffer()
  return new Uint8Array(bytes)
}
