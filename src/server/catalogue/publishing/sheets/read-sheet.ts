import { inflateRaw } from 'node:zlib'
import { promisify } from 'node:util'
import { CallFailed } from '../../../../contract/failures.ts'
import { storedZip, zipEntries, type PlainPart } from '../../../operations/public.ts'

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
/** Any other way to write a place, as r="1e9" or r="&#49;000000", which its reader would follow. */
const oddPlace = /(?<!xmlns:)\br=(["'])(?![A-Z]{0,3}\d{1,7}\1)/g
const rowTag = /<(?:[\w.-]+:)?row\b/g
const windowSize = 1024 * 1024
/** What a window sees of its neighbours, so that nothing at its ends is taken for what it is not. */
const margin = 64
/** Most that a spreadsheet puts in one cell. */
const longestCell = 32_767

/**
 * Rows of the first sheet of an .xlsx file, empty ones left out. Formulas count by their last value. A file that is
 * no such sheet, or one made to hurt its reader, answers sheetBroken before its reader sees it.
 */
export async function readListingRows(bytes: Uint8Array): Promise<SheetRow[]> {
  try {
    const harmless = await harmlessParts(bytes)
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(storedZip(harmless), 1)
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
  // Half a character and NUL, which no database keeps, can be written in XML by their number.
  const text = String(value).replaceAll('\0', '').trim().toWellFormed()
  if (text.length > longestCell) throw new Error('More than a cell holds')
  return text
}

/**
 * Unpacks every part itself, within bounds: what a zip says of its own size is not believed. The reader gets what was
 * looked at and nothing else, for it does not go by the table of a zip.
 */
async function harmlessParts(bytes: Uint8Array): Promise<PlainPart[]> {
  let room = mostBytes
  const parts: PlainPart[] = []
  const entries = zipEntries(bytes)
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw new Error('No workbook')
  for (const { name, packed, method } of entries) {
    const part = method === 0 ? Buffer.from(packed) : await unpack(packed, { maxOutputLength: room })
    room -= part.byteLength
    if (room <= 0) throw new Error('Too large')
    await mustBeSmall(part)
    if (/\.(?:xml|rels)$/.test(name)) parts.push({ name, bytes: part })
  }
  return parts
}

/**
 * A cell far out makes its reader build everything before it, and so do many rows without a place. In windows, so
 * that other callers get their turn.
 */
async function mustBeSmall(part: Buffer): Promise<void> {
  let rows = 0
  const isSheet = part.includes('sheetData')
  for (let at = 0; at < part.byteLength; at += windowSize) {
    const before = Math.min(at, margin)
    const text = part.toString('latin1', at - before, at + windowSize + margin)
    const isInside = ({ index }: { index: number }) => index >= before && index < before + windowSize
    for (const [, column = '', row = '', lastColumn = '', lastRow = ''] of text.matchAll(place)) {
      const far = Math.max(Number(row), Number(lastRow)) > mostSheetRows
      if (far || columnOf(column) > mostColumns || columnOf(lastColumn) > mostColumns) throw new Error('Too far out')
    }
    if (isSheet && [...text.matchAll(oddPlace)].some(isInside)) throw new Error('A place in other signs')
    rows += [...text.matchAll(rowTag)].filter(isInside).length
    if (rows > mostSheetRows) throw new Error('Too many rows')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
