import { inflateRaw } from 'node:zlib'
import { promisify } from 'node:util'
import { CallFailed } from '../../../../contract/failures.ts'
import { zipEntries } from '../../../operations/public.ts'

/** A row of a sheet with its number there; the head is row 1. */
export interface SheetRow {
  readonly row: number
  /** Text of each cell; undefined where it holds a date, which no column asks for. */
  readonly cells: readonly (string | undefined)[]
}

/** Rows of a sheet at most, and what all its parts may be when unpacked. */
export const mostSheetRows = 60_000
const mostBytes = 96 * 1024 * 1024
const mostColumns = 200

const unpack = promisify(inflateRaw)
/** Places of cells and rows: r="AB12", ref="A1:F9". */
const place = /\b(?:r|ref)\s*=\s*["']([A-Z]*)(\d*)(?::([A-Z]+)(\d+))?["']/g
const windowSize = 1024 * 1024

/**
 * Rows of the first sheet of an .xlsx file, empty ones left out. Formulas count by their last value. A file that is
 * no such sheet, or one made to hurt its reader, answers sheetBroken before its reader sees it.
 */
export async function readListingRows(bytes: Uint8Array): Promise<SheetRow[]> {
  try {
    await mustBeHarmless(bytes)
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(Buffer.from(bytes), 1)
    return rows.flatMap((cells, at) => {
      const texts = cells.map(textOf)
      return texts.every((text) => text === '') ? [] : [{ row: at + 1, cells: texts }]
    })
  } catch {
    throw new CallFailed('sheetBroken')
  }
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return undefined
  if (typeof value === 'boolean') return value ? '是' : '否'
  // Half a character, which no database keeps, can be written in XML by its number.
  return String(value).trim().toWellFormed()
}

/** Unpacks every part itself, within bounds: what a zip says of its own size is not believed. */
async function mustBeHarmless(bytes: Uint8Array): Promise<void> {
  let room = mostBytes
  const entries = zipEntries(bytes)
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw new Error('No workbook')
  for (const { packed, method } of entries) {
    const part = method === 0 ? Buffer.from(packed) : await unpack(packed, { maxOutputLength: room })
    room -= part.byteLength
    if (room <= 0) throw new Error('Too large')
    await mustBeSmall(part)
  }
}

/** A cell far out makes its reader build everything before it. In windows, so that other callers get their turn. */
async function mustBeSmall(part: Buffer): Promise<void> {
  for (let at = 0; at < part.byteLength; at += windowSize) {
    const text = part.toString('latin1', at, at + windowSize + 64)
    if (at === 0 && !text.includes('<')) return
    for (const [, column = '', row = '', lastColumn = '', lastRow = ''] of text.matchAll(place)) {
      const far = Math.max(Number(row), Number(lastRow)) > mostSheetRows
      if (far || columnOf(column) > mostColumns || columnOf(lastColumn) > mostColumns) throw new Error('Too far out')
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
