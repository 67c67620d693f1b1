import { field, ink, lineHeight, type PdfSheet, type TextLook } from './pdf-sheet.ts'
import { drawTable, type PdfTable } from './pdf-table.ts'

/** One side of a paper: who it is, with a place for its seal. */
export interface PdfSide {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** The pen of a paper: each word puts a block below the last one and begins a new page where it must. */
export interface PdfPage {
  title(text: string): void
  heading(text: string): void
  paragraph(text: string, look?: Partial<TextLook> & { readonly indent?: number }): void
  /** Labels and their values, one below the other; empty values are shown as --. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void
  table(table: PdfTable): void
  /** The two sides beside each other with room for seals, on one page. */
  sides(left: PdfSide, right: PdfSide): void
  gap(points: number): void
}

const body = 10.5
const labelWidth = 84

export function pdfPage(sheet: PdfSheet): PdfPage {
  /** Sets lines below the pen, on as many pages as they need. */
  const flow = (text: string, { x, width }: { x: number; width: number }, look: TextLook) => {
    const lines = sheet.linesOf(text, width, look.size)
    for (const [at, line] of lines.entries()) {
      if (sheet.room() < lineHeight(look.size)) sheet.newPage()
      const justify = look.align === undefined && at < lines.length - 1
      sheet.put(line, { x, y: sheet.y, width }, { ...look, justify })
      sheet.y += lineHeight(look.size)
    }
  }
  const whole = { x: field.left, width: field.width }
  const page: PdfPage = {
    title: (text) => {
      flow(text, whole, { size: 18, bold: true, align: 'center' })
      sheet.y += 8
    },
    heading: (text) => {
      // A heading never stands alone at the end of a page.
      if (sheet.room() < 4 * lineHeight(body)) sheet.newPage()
      sheet.y += 8
      flow(text, whole, { size: 11.5, bold: true, align: 'left' })
      sheet.y += 2
    },
    paragraph: (text, { indent = 0, size = body, ...look } = {}) => {
      flow(text, { x: field.left + indent, width: field.width - indent }, { size, ...look })
      sheet.y += 3
    },
    facts: (rows) => {
      for (const [label, value] of rows) {
        if (sheet.room() < lineHeight(body)) sheet.newPage()
        sheet.put(label, { ...whole, y: sheet.y }, { size: body, color: ink.mute })
        const place = { x: field.left + labelWidth, width: field.width - labelWidth }
        flow(value === '' ? '--' : value, place, { size: body, align: 'left' })
      }
      sheet.y += 4
    },
    table: (table) => {
      drawTable(sheet, table)
      sheet.y += 8
    },
    sides: (left, right) => drawSides(sheet, [left, right]),
    gap: (points) => {
      sheet.y += points
    },
  }
  return page
}

const apart = 23
const sealRoom = 92

function drawSides(sheet: PdfSheet, sides: readonly [PdfSide, PdfSide]): void {
  const width = (field.width - apart) / 2
  const size = 9.5
  const laid = sides.map(({ title, facts }) => [
    [title],
    ...facts.map(([label, value]) => sheet.linesOf(`${label}：${value === '' ? '--' : value}`, width - 20, size)),
  ])
  const lines = Math.max(...laid.map((one) => one.flat().length))
  const height = lines * lineHeight(size) + sealRoom + 16
  if (sheet.room() < height) sheet.newPage()
  for (const [at, blocks] of laid.entries()) {
    const x = field.left + at * (width + apart)
    sheet.doc.lineWidth(0.5).rect(x, sheet.y, width, height).stroke(ink.line)
    for (const [row, line] of blocks.flat().entries()) {
      const place = { x: x + 10, y: sheet.y + 10 + row * lineHeight(size), width: width - 20 }
      sheet.put(line, place, { size, bold: row === 0 })
    }
    const foot = sheet.y + height - 46
    sheet.put('（盖章）', { x: x + 10, y: foot - 26, width: width - 20 }, { size, color: ink.mute, align: 'center' })
    sheet.put('授权代表：', { x: x + 10, y: foot + 6, width }, { size, color: ink.mute })
    sheet.put('签署日期：', { x: x + 10, y: foot + 6 + lineHeight(size), width }, { size, color: ink.mute })
  }
  sheet.y += height + 10
}
