import type PDFDocument from 'pdfkit'
import { breakLines } from './break-lines.ts'
import { drawable, type PaperFont } from './paper-font.ts'

type Doc = InstanceType<typeof PDFDocument>

/** Points: the field of an A4 page that content stands in. */
export const field = { left: 60, right: 535, top: 84, bottom: 772, width: 475 } as const
export const ink = { text: '#1a1f29', mute: '#5b6472', line: '#c4cad4', band: '#f3f5f8' } as const

export interface TextLook {
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

/** Pages under a pen: knows where it stands, measures and sets lines, begins a new page where the old one is full. */
export interface PdfSheet {
  readonly doc: Doc
  /** Points from the top of the page. */
  y: number
  linesOf(text: string, width: number, size: number): string[]
  /** Sets one line at a place; `width` is what it is aligned in. */
  put(line: string, at: { readonly x: number; readonly y: number; readonly width: number }, look: TextLook): void
  /** Points that are left on this page. */
  room(): number
  newPage(): void
}

/** A sheet over a document whose font is set. */
export function pdfSheet(doc: Doc, font: PaperFont): PdfSheet {
  const widths = new Map<string, number>()
  /** Width of a character at one point. */
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
    y: field.top,
    linesOf: (text, width, size) => breakLines(drawable(text, font), width / size, widthOf),
    put(line, { x, y, width }, { size, color = ink.text, bold = false, align = 'left', justify = false }) {
      if (line === '') return
      const free = width - measure(line, size)
      const spread = justify ? free / Math.max(1, [...line].length - 1) : 0
      const before = align === 'left' ? 0 : align === 'right' ? free : free / 2
      doc.fontSize(size).fillColor(color)
      if (bold) doc.strokeColor(color).lineWidth(size / 40)
      doc.text(line, x + before, y, {
        ...{ lineBreak: false, features: [], fill: true, stroke: bold },
        // Wider gaps would be read as blanks by those that take the text out of a paper.
        ...(spread > 0 && spread < size / 8 ? { characterSpacing: spread } : {}),
      })
    },
    room: () => field.bottom - sheet.y,
    newPage() {
      doc.addPage()
      sheet.y = field.top
    },
  }
  return sheet
}
