import { createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { zipEntries, type ZipPart } from '../files/office-files.ts'
import { xmlReader, type XmlEvents } from './xml-reader.ts'

/** Value of a cell; for a formula its cached value. */
export type XlsxCell = string | number | boolean | Date | null

export interface XlsxRow {
  /** Row number, starting at 1. */
  readonly row: number
  readonly cells: readonly XlsxCell[]
}

/** Limits of reading. Sizes in bytes, unpacked. */
export const xlsxLimits = {
  rows: 60_000,
  columns: 200,
  cells: 1_500_000,
  /** Maximum characters of a cell. */
  cell: 32_767,
  sheet: 96 * 1024 * 1024,
  sharedStrings: 32 * 1024 * 1024,
  /** Characters of all cells together. */
  text: 24 * 1024 * 1024,
  other: 4 * 1024 * 1024,
  entries: 1_000,
  /** Unpacked over packed, of parts above a megabyte: sheets of identical rows stay below a hundred. */
  ratio: 300,
} as const

/** The file is not a readable .xlsx sheet, or exceeds the limits. */
export class XlsxError extends Error {
  readonly reason: 'broken' | 'tooLarge'

  constructor(reason: 'broken' | 'tooLarge', message: string) {
    super(message)
    this.name = 'XlsxRefused'
    this.reason = reason
  }
}

const broken = (message: string) => new XlsxError('broken', message)
const tooLarge = (message: string) => new XlsxError('tooLarge', message)

/**
 * Rows of the first sheet of an .xlsx file in order, without empty rows. Parts are unpacked and parsed in chunks within
 * limits: sizes declared by the zip and positions declared by the sheet are not trusted. Takes time linear in the
 * unpacked size; runs in a worker thread. Throws XlsxError.
 */
export async function readXlsx(bytes: Uint8Array): Promise<XlsxRow[]> {
  const parts = partsOf(bytes)
  const book = await workbookOf(parts)
  const [strings, dates] = [await sharedStringsOf(parts), await dateStylesOf(parts)]
  return sheetRows(parts, book, strings, dates)
}

type Parts = ReadonlyMap<string, ZipPart>

function partsOf(bytes: Uint8Array): Parts {
  let entries: ZipPart[]
  try {
    entries = zipEntries(bytes)
  } catch {
    throw broken('No whole zip')
  }
  if (entries.length > xlsxLimits.entries) throw tooLarge('Too many parts')
  return new Map(entries.map((entry) => [entry.name, entry]))
}

/** Parses one part in chunks. Returns false if it is missing. */
async function parsePart(parts: Parts, name: string, most: number, events: XmlEvents): Promise<boolean> {
  const part = parts.get(name)
  if (part === undefined) return false
  if (part.size > most) throw tooLarge(`${name} declares ${part.size} bytes`)
  const reader = xmlReader(events)
  const decoder = new TextDecoder('utf-8')
  let unpacked = 0
  const packed = Readable.from(pieces(part.packed))
  const source = part.method === 0 ? packed : packed.pipe(createInflateRaw({ chunkSize: pieceBytes }))
  try {
    for await (const piece of source) {
      const chunk = Buffer.from(piece)
      unpacked += chunk.byteLength
      if (unpacked > most) throw tooLarge(`${name} is too large`)
      if (unpacked > 1024 * 1024 && unpacked > part.packed.byteLength * xlsxLimits.ratio) {
        throw tooLarge(`${name} is packed too densely`)
      }
      reader.write(decoder.decode(chunk, { stream: true }))
    }
    reader.write(decoder.decode())
    reader.end()
  } catch (cause) {
    throw cause instanceof XlsxError ? cause : broken(`${name} cannot be read`)
  }
  return true
}

const pieceBytes = 64 * 1024
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

interface Book {
  /** Name of the part of the first sheet. */
  readonly sheet: string
  /** Dates count from 1904 in files of old Macs. */
  readonly since1904: boolean
}

async function workbookOf(parts: Parts): Promise<Book> {
  let [first, since1904]: [string | undefined, boolean] = [undefined, false]
  const has = await parsePart(parts, 'xl/workbook.xml', xlsxLimits.other, {
    open: (name, attribute) => {
      if (name === 'sheet') first ??= attribute('id') ?? ''
      if (name === 'workbookPr') since1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
    },
  })
  if (!has || first === undefined) throw broken('No workbook')
  let target: string | undefined
  await parsePart(parts, 'xl/_rels/workbook.xml.rels', xlsxLimits.other, {
    open: (name, attribute) => {
      if (name === 'Relationship' && attribute('Id') === first) target = attribute('Target')
    },
  })
  if (target === undefined) throw broken('The first sheet is not there')
  const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
  return { sheet, since1904 }
}

/** Shared strings by index. Phonetic readings (rPh) are skipped. */
async function sharedStringsOf(parts: Parts): Promise<readonly string[]> {
  const strings: string[] = []
  let [text, inText, inReading]: [string, boolean, boolean] = ['', false, false]
  let room: number = xlsxLimits.text
  await parsePart(parts, 'xl/sharedStrings.xml', xlsxLimits.sharedStrings, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') inReading = true
    },
    close: (name) => {
      if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
      else if (name === 'si') {
        room -= text.length
        if (room < 0 || strings.length >= xlsxLimits.cells) throw tooLarge('Too many texts')
        strings.push(copyText(unescapeText(text)))
      }
    },
    text: (piece) => {
      if (!inText || inReading) return
      text += piece
      if (text.length > xlsxLimits.cell) throw tooLarge('More than a cell holds')
    },
  })
  return strings
}

/** Whether a style formats numbers as dates, by style index. */
async function dateStylesOf(parts: Parts): Promise<readonly boolean[]> {
  const formats = new Map<string, string>()
  const styles: boolean[] = []
  let inStyles = false
  await parsePart(parts, 'xl/styles.xml', xlsxLimits.other, {
    open: (name, attribute) => {
      if (name === 'cellXfs') inStyles = true
      else if (name === 'numFmt') formats.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
      else if (name === 'xf' && inStyles) {
        const id = attribute('numFmtId') ?? '0'
        const code = formats.get(id)
        styles.push(code === undefined ? isBuiltInDate(Number(id)) : isDateFormat(code))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false
    },
  })
  return styles
}

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format is a date or time format: its letters outside quoted text, colours and conditions. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(
    code
      .slice(0, 500)
      .replace(/"[^"]*"|\\./g, '')
      .replace(/\[(?!h{1,3}\]|m{1,3}\]|s{1,3}\])[^\][]*\]/gi, ''),
  )

/** One cell while it is read. */
interface OpenCell {
  readonly column: number
  readonly type: string
  readonly isDate: boolean
  value: string
  hasValue: boolean
}

async function sheetRows(
  parts: Parts,
  { sheet, since1904 }: Book,
  strings: readonly string[],
  dates: readonly boolean[],
): Promise<XlsxRow[]> {
  const rows: XlsxRow[] = []
  let cells: XlsxCell[] = []
  let row = 0
  let cell: OpenCell | undefined
  let lastColumn = 0
  let reads: 'value' | 'inline' | undefined
  let inReading = false
  let [count, room]: [number, number] = [0, xlsxLimits.text]
  const has = await parsePart(parts, sheet, xlsxLimits.sheet, {
    open: (name, attribute) => {
      if (name === 'row') {
        const next = cellPosition(attribute('r'), /^(\d{1,7})$/, row + 1)
        if (next <= row) throw broken('Rows out of order')
        if (next > xlsxLimits.rows) throw tooLarge('Too many rows')
        ;[row, cells, lastColumn] = [next, [], 0]
      } else if (name === 'c') {
        count += 1
        const column = columnOf(attribute('r'), lastColumn + 1)
        if (column <= lastColumn) throw broken('Cells out of order')
        if (column > xlsxLimits.columns || count > xlsxLimits.cells) throw tooLarge('Too many cells')
        lastColumn = column
        const isDate = dates[Number(attribute('s') ?? -1)] === true
        cell = { column, type: attribute('t') ?? 'n', isDate, value: '', hasValue: false }
      } else if (name === 'v') reads = 'value'
      else if (name === 't' && cell?.type === 'inlineStr') reads = 'inline'
      else if (name === 'rPh') inReading = true
      if (cell !== undefined && reads !== undefined) cell.hasValue = true
    },
    close: (name) => {
      if (name === 'v' || name === 't') reads = undefined
      else if (name === 'rPh') inReading = false
      else if (name === 'c' && cell !== undefined) {
        const value = valueOf(cell, strings, since1904)
        if (typeof value === 'string' && cell.type !== 's') room -= value.length
        if (room < 0) throw tooLarge('Too much text')
        if (value !== null) {
          while (cells.length < cell.column - 1) cells.push(null)
          cells.push(value)
        }
        cell = undefined
      } else if (name === 'row' && cells.length > 0) rows.push({ row, cells })
    },
    text: (piece) => {
      if (cell === undefined || reads === undefined || inReading) return
      cell.value += piece
      if (cell.value.length > xlsxLimits.cell) throw tooLarge('More than a cell holds')
    },
  })
  if (!has) throw broken('The first sheet is not there')
  return rows
}

function cellPosition(given: string | undefined, form: RegExp, otherwise: number): number {
  if (given === undefined) return otherwise
  const digits = form.exec(given)?.[1]
  if (digits === undefined) throw broken('A place in other signs')
  return Number(digits)
}

/** Column of a reference such as AB12, starting at 1. */
function columnOf(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(given)?.[1]
  if (letters === undefined) throw broken('A place in other signs')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

function valueOf(
  { type, value, hasValue, isDate }: OpenCell,
  strings: readonly string[],
  since1904: boolean,
): XlsxCell {
  if (!hasValue) return null
  if (type === 's') {
    const text = /^\s*\d{1,9}\s*$/.test(value) ? strings[Number(value)] : undefined
    if (text === undefined) throw broken('A text that is not there')
    return text
  }
  if (type === 'inlineStr' || type === 'str' || type === 'e') return copyText(unescapeText(value))
  if (value.trim() === '') return null
  if (type === 'b') return value.trim() === '1'
  if (type === 'd') return dateOf(Date.parse(value))
  const number = value.length > 40 ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw broken('A number that is none')
  return isDate ? dateOf((number - (since1904 ? 24_107 : 25_569)) * 86_400_000) : number
}

function dateOf(milliseconds: number): Date {
  const date = new Date(Math.round(milliseconds))
  if (Number.isNaN(date.getTime())) throw broken('A date that is none')
  return date
}

/** Characters that XML cannot contain are escaped as _x000D_. */
const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Copies a string: a substring would keep its whole parent in memory. */
const copyText = (text: string) => (text.length < 13 ? text : ` ${text}`.slice(1))
