import { extname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from '../../platform/workbooks/read-xlsx.ts'

/** A record of a CSV file with the number of its first line. */
interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Non-empty rows of a CSV text (RFC 4180): quoted cells may hold commas, quotes and line breaks; rows may differ in
 * length. Throws on a quote that is never closed.
 */
export function csvRows(text: string): CsvLine[] {
  const rows: CsvLine[] = []
  let linesBefore = 0
  parse(text, {
    bom: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells: readonly string[], { lines }: { readonly lines: number }) => {
      if (cells.some((cell) => cell !== '')) rows.push({ line: linesBefore + 1, cells })
      linesBefore = lines
    },
  })
  return rows
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A date as people write it in these lists; a time of day only where there is one. */
function dateText(value: Date): string {
  const day = `${value.getUTCFullYear()}-${twoDigits(value.getUTCMonth() + 1)}-${twoDigits(value.getUTCDate())}`
  const time = `${twoDigits(value.getUTCHours())}:${twoDigits(value.getUTCMinutes())}`
  return time === '00:00' ? day : `${day} ${time}`
}

/** Non-empty rows of the first sheet of an .xlsx file. */
async function readSheetRows(bytes: Uint8Array): Promise<CsvLine[]> {
  const rows = await readXlsx(bytes).catch(() => {
    throw new Error('The file is no .xlsx sheet that can be read')
  })
  return rows.flatMap(({ row, cells: values }) => {
    const cells = values.map((cell) => (cell === null ? '' : cell instanceof Date ? dateText(cell) : String(cell)))
    return cells.every((cell) => cell.trim() === '') ? [] : [{ line: row, cells }]
  })
}

/** One row of a file: its line and its values by heading. */
export interface FileRow {
  /** Line of a CSV file, row of a sheet, place in a JSON list; the first data row of the former two is 2. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

/** Maximum of rows per file. */
const maxRows = 20_000

/** Reads rows by file extension: .csv, .json or .xlsx. Throws an Error with a readable message. */
export async function readRows(name: string, bytes: Uint8Array): Promise<FileRow[]> {
  const rows = (await rowsOf(extname(name).toLowerCase(), bytes)).map(cleanRow)
  if (rows.length > maxRows) throw new Error(`The file has more than ${maxRows} rows: split it`)
  return rows
}

/** Removes NUL and lone surrogates, which the database refuses. */
const cleanRow = ({ line, values }: FileRow): FileRow => ({
  line,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replaceAll('\0', '').toWellFormed()]),
  ),
})

async function rowsOf(kind: string, bytes: Uint8Array): Promise<FileRow[]> {
  if (kind === '.json') return jsonRows(textOf(bytes))
  if (kind === '.csv') return readHeader(csvRows(textOf(bytes)))
  if (kind === '.xlsx') return readHeader(await readSheetRows(bytes))
  throw new Error('The file must end in .csv, .json or .xlsx')
}

/** Decodes UTF-8, else GB 18030 (Excel in China). */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function readHeader(lines: readonly { readonly line: number; readonly cells: readonly string[] }[]): FileRow[] {
  const [head, ...rest] = lines
  if (head === undefined) throw new Error('The file is empty')
  const names = head.cells.map((name) => name.trim())
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The head names ${twice} twice`)
  return rest
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({
      line,
      values: Object.fromEntries(
        names.flatMap((name, index) => (name === '' ? [] : [[name, (cells[index] ?? '').trim()]])),
      ),
    }))
}

function jsonRows(text: string): FileRow[] {
  const read: unknown = JSON.parse(text)
  if (!Array.isArray(read)) throw new Error('The JSON file must hold a list of objects')
  return read.map((each: unknown, index) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      throw new Error(`Entry ${index + 1} of the list is no object`)
    }
    return {
      line: index + 1,
      values: Object.fromEntries(Object.entries(each).map(([name, value]) => [name, toCellText(value)])),
    }
  })
}

/** A JSON value as cell text: lists joined by semicolons, objects as JSON. */
function toCellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('；')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
