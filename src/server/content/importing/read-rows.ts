import { extname } from 'node:path'
import { readSheetRows } from './sheet-rows.ts'
import { csvRows } from './csv.ts'

/** One row of a file: where it stands there, and its values by the names of the head. */
export interface FileRow {
  /** Line of a CSV file, row of a sheet, place in a JSON list; the first data row of the former two is 2. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

/** More rows than this are no list that somebody keeps, but a mistake. */
const mostRows = 20_000

/** Rows of a file by what its name ends in: .csv, .json or .xlsx. Throws a sentence when it cannot be read. */
export async function readRows(name: string, bytes: Uint8Array): Promise<FileRow[]> {
  const rows = (await rowsOf(extname(name).toLowerCase(), bytes)).map(cleaned)
  if (rows.length > mostRows) throw new Error(`The file has more than ${mostRows} rows: split it`)
  return rows
}

/** Without NUL and half characters, which no database keeps. */
const cleaned = ({ line, values }: FileRow): FileRow => ({
  line,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replaceAll('\0', '').toWellFormed()]),
  ),
})

async function rowsOf(kind: string, bytes: Uint8Array): Promise<FileRow[]> {
  if (kind === '.json') return jsonRows(textOf(bytes))
  if (kind === '.csv') return headed(csvRows(textOf(bytes)))
  if (kind === '.xlsx') return headed(await readSheetRows(bytes))
  throw new Error('The file must end in .csv, .json or .xlsx')
}

/** UTF-8; what is none is what Excel saves in China: GB 18030. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function headed(lines: readonly { readonly line: number; readonly cells: readonly string[] }[]): FileRow[] {
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
      values: Object.fromEntries(Object.entries(each).map(([name, value]) => [name, plain(value)])),
    }
  })
}

/** Lists as a cell would hold them; what is an object is kept as JSON. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('；')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
