import { readXlsx } from '../../operations/public.ts'
import type { CsvLine } from './csv.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A date as people write it in these lists; a time of day only where there is one. */
function dateText(value: Date): string {
  const day = `${value.getUTCFullYear()}-${twoDigits(value.getUTCMonth() + 1)}-${twoDigits(value.getUTCDate())}`
  const time = `${twoDigits(value.getUTCHours())}:${twoDigits(value.getUTCMinutes())}`
  return time === '00:00' ? day : `${day} ${time}`
}

/** Rows of the first sheet of an .xlsx file of the operator's own; empty ones left out. */
export async function readSheetRows(bytes: Uint8Array): Promise<CsvLine[]> {
  const rows = await readXlsx(bytes).catch(() => {
    throw new Error('The file is no .xlsx sheet that can be read')
  })
  return rows.flatMap(({ row, cells: values }) => {
    const cells = values.map((cell) => (cell === null ? '' : cell instanceof Date ? dateText(cell) : String(cell)))
    return cells.every((cell) => cell.trim() === '') ? [] : [{ line: row, cells }]
  })
}
