import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { installation } from '../../config.ts'

/** Text, a number, or a sum of money. Never a formula: no spreadsheet takes `=1+1` in a text for one. */
export type SheetCell = string | number | { readonly fen: number }

/** One sheet to be made. */
export interface MadeSheet {
  readonly sheet: string
  readonly widths: readonly number[]
  readonly head: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

/** Most that Excel takes in one cell. */
const longest = 32_767

const require = createRequire(join(installation, 'package.json'))
/** Ten thousand rows take seconds, so a thread of its own makes them. */
const code = `
const { parentPort, workerData } = require('node:worker_threads')
const write = require(workerData.library).default
const cell = (value) => {
  if (value === '') return null
  if (typeof value === 'number') return { value, type: Number, format: '#,##0' }
  if (typeof value === 'object') return { value: value.fen / 100, type: Number, format: '#,##0.00' }
  return { value, type: String, format: '@' }
}
const head = (value) => ({ value, type: String, fontWeight: 'bold', backgroundColor: '#f4f6f9' })
write(
  workerData.sheets.map((one) => ({
    sheet: one.sheet,
    columns: one.widths.map((width) => ({ width })),
    stickyRowsCount: 1,
    data: [one.head.map(head), ...one.rows.map((row) => row.map(cell))],
  })),
)
  .toBuffer()
  .then((bytes) => parentPort.postMessage(bytes))
`

const cutText = (cell: SheetCell): SheetCell => (typeof cell === 'string' ? cell.slice(0, longest) : cell)

/** The bytes of an .xlsx file. */
export function makeWorkbook(sheets: readonly MadeSheet[]): Promise<Uint8Array> {
  const cut = sheets.map((one) => ({ ...one, rows: one.rows.map((row) => row.map(cutText)) }))
  const library = require.resolve('write-excel-file/node')
  const thread = new Worker(code, { eval: true, workerData: { library, sheets: cut } })
  return new Promise((resolve, reject) => {
    thread.once('message', (bytes: unknown) => {
      if (bytes instanceof Uint8Array) resolve(bytes)
      else reject(new Error('No bytes of a workbook'))
    })
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread of a workbook has ended')))
  })
}
