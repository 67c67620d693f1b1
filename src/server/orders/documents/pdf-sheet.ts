import type PDFDocument from 'pdfkit'
import { toRenderable, type DocumentFont } from './document-font.ts'

/** Punctuation that must not begin a line, and punctuation that must not end one. */
const closingPunctuation = /^[，。、；：！？）》」』】〕”’…—％‰℃°·,.;:!?)\]}%]+$/u
const openingPunctuation = /^[（《「『【〔“‘￥¥([{]+$/u
const wideCharacters = String.raw`\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f“”‘’…—\u{20000}-\u{3134f}`
/** A blank, a wide character, or a run of others. */
const textPieces = new RegExp(`\\s+|[${wideCharacters}]|[^\\s${wideCharacters}]+`, 'gu')

/**
 * Breaks a text into lines no wider than a width: anywhere between Chinese characters, between Latin words, within a
 * word only when it is longer than a line. Punctuation stays with its text. `widthOf` measures one character.
 */
export function breakLines(text: string, width: number, widthOf: (character: string) => number): string[] {
  const measure = (part: string) => [...part].reduce((sum, one) => sum + widthOf(one), 0)
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  const endLine = () => {
    lines.push(line.trimEnd())
    line = ''
    lineWidth = 0
  }
  const append = (part: string, size: number) => {
    line += part
    lineWidth += size
  }
  for (const part of unbreakableParts(text)) {
    const size = measure(part)
    if (lineWidth + measure(part.trimEnd()) <= width) {
      if (line !== '' || part.trim() !== '') append(part, size)
      continue
    }
    if (line !== '') endLine()
    if (part.trim() === '') continue
    if (size <= width) append(part, size)
    else
      for (const one of part) {
        const own = widthOf(one)
        if (lineWidth + own > width && line !== '') endLine()
        append(one, own)
      }
  }
  if (line !== '' || lines.length === 0) endLine()
  return lines
}

/** Unbreakable parts: words with adjacent punctuation. */
function unbreakableParts(text: string): string[] {
  const parts: string[] = []
  for (const [piece] of text.matchAll(textPieces)) {
    const before = parts.at(-1)
    const joined =
      before !== undefined && (closingPunctuation.test(piece) || openingPunctuation.test(before.at(-1) ?? ''))
    if (joined && piece.trim() !== '') parts.splice(-1, 1, before + piece)
    else parts.push(piece)
  }
  return parts
}

type Doc = InstanceType<typeof PDFDocument>

/** Content area of an A4 page, in points. */
export const contentArea = { left: 60, right: 535, top: 84, bottom: 772, width: 475 } as const
export const colors = { text: '#1a1f29', mute: '#5b6472', line: '#c4cad4', band: '#f3f5f8' } as const

export interface TextStyle {
  /** Points. */
  readonly size: number
  readonly color?: string
  readonly bold?: boolean
  readonly align?: 'left' | 'center' | 'right'
  /** Fills the width by widening the gaps between characters: for every line of a paragraph but its last. */
  readonly justify?: boolean
}

/** Height of a line of text, points. */
export const lineHeight = (size: number): number => Math.round(size * 16) / 10

/** Low-level page writer: tracks the position, measures and renders lines, adds pages. */
export interface PdfSheet {
  readonly doc: Doc
  /** Points from the top of the page. */
  y: number
  linesOf(text: string, width: number, size: number): string[]
  /** Renders one line; `width` is the alignment width. */
  put(line: string, at: { readonly x: number; readonly y: number; readonly width: number }, look: TextStyle): void
  /** Remaining height of the page, points. */
  room(): number
  newPage(): void
}

/** Creates the page writer of a document; its font must be set. */
export function createPdfSheet(doc: Doc, font: DocumentFont): PdfSheet {
  const widths = new Map<string, number>()
  /** Width of a character at font size 1. */
  const widthOf = (one: string): number => {
    const known = widths.get(one)
    if (known !== undefined) return known
    const width = doc.fontSize(100).widthOfString(one, { features: [] }) / 100
    widths.set(one, width)
    return width
  }
  const measure = (line: string, size: number) => [...line].reduce((sum, one) => sum + widthOf(one), 0) * size
  const sheet: PdfSheet = {
    doc,
    y: contentArea.top,
    linesOf: (text, width, size) => breakLines(toRenderable(text, font), width / size, widthOf),
    put(line, { x, y, width }, { size, color = colors.text, bold = false, align = 'left', justify = false }) {
      if (line === '') return
      const free = width - measure(line, size)
      const spread = justify ? free / Math.max(1, [...line].length - 1) : 0
      const before = align === 'left' ? 0 : align === 'right' ? free : free / 2
      doc.fontSize(size).fillColor(color)
      if (bold) doc.strokeColor(color).lineWidth(size / 40)
      doc.text(line, x + before, y, {
        lineBreak: false,
        features: [],
        fill: true,
        stroke: bold,
        // Text extraction would read wider gaps as spaces.
        ...(spread > 0 && spread < size / 8 ? { characterSpacing: spread } : {}),
      })
    },
    room: () => contentArea.bottom - sheet.y,
    newPage() {
      doc.addPage()
      sheet.y = contentArea.top
    },
  }
  return sheet
}
