import { contentArea, colors, lineHeight, type PdfSheet, type TextStyle } from './pdf-sheet.ts'
import { drawTable, type PdfTable } from './pdf-table.ts'

/** Signature box of one party, with space for its seal. */
export interface SignatureParty {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** Block layout of a document: each method adds a block below the last one and breaks the page where needed. */
export interface PdfPage {
  title(text: string): void
  heading(text: string): void
  paragraph(text: string, look?: Partial<TextStyle> & { readonly indent?: number }): void
  /** Labels and their values, one below the other; empty values are shown as --. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void
  table(table: PdfTable): void
  /** Signature boxes of both parties side by side, on one page. */
  sides(left: SignatureParty, right: SignatureParty): void
  gap(points: number): void
}

const bodySize = 10.5
const labelWidth = 84

export function createPdfPage(sheet: PdfSheet): PdfPage {
  /** Renders wrapped text at the current position, across pages if needed. */
  const flow = (text: string, { x, width }: { x: number; width: number }, look: TextStyle) => {
    const lines = sheet.linesOf(text, width, look.size)
    for (const [at, line] of lines.entries()) {
      if (sheet.room() < lineHeight(look.size)) sheet.newPage()
      const justify = look.align === undefined && at < lines.length - 1
      sheet.put(line, { x, y: sheet.y, width }, { ...look, justify })
      sheet.y += lineHeight(look.size)
    }
  }
  const whole = { x: contentArea.left, width: contentArea.width }
  const page: PdfPage = {
    title: (text) => {
      flow(text, whole, { size: 18, bold: true, align: 'center' })
      sheet.y += 8
    },
    heading: (text) => {
      // Keeps a heading with the following lines.
      if (sheet.room() < 4 * lineHeight(bodySize)) sheet.newPage()
      sheet.y += 8
      flow(text, whole, { size: 11.5, bold: true, align: 'left' })
      sheet.y += 2
    },
    paragraph: (text, { indent = 0, size = bodySize, ...look } = {}) => {
      flow(text, { x: contentArea.left + indent, width: contentArea.width - indent }, { size, ...look })
      sheet.y += 3
    },
    facts: (rows) => {
      for (const [label, value] of rows) {
        if (sheet.room() < lineHeight(bodySize)) sheet.newPage()
        sheet.put(label, { ...whole, y: sheet.y }, { size: bodySize, color: colors.mute })
        const place = { x: contentArea.left + labelWidth, width: contentArea.width - labelWidth }
        flow(value === '' ? '--' : value, place, { size: bodySize, align: 'left' })
      }
      sheet.y += 4
    },
    table: (table) => {
      drawTable(sheet, table)
      sheet.y += 8
    },
    sides: (left, right) => drawSignatures(sheet, [left, right]),
    gap: (points) => {
      sheet.y += points
    },
  }
  return page
}

const signatureGap = 23
const sealHeight = 92

function drawSignatures(sheet: PdfSheet, sides: readonly [SignatureParty, SignatureParty]): void {
  const width = (contentArea.width - signatureGap) / 2
  const size = 9.5
  const laid = sides.map(({ title, facts }) => [
    [title],
    ...facts.map(([label, value]) => sheet.linesOf(`${label}：${value === '' ? '--' : value}`, width - 20, size)),
  ])
  const lines = Math.max(...laid.map((one) => one.flat().length))
  const height = lines * lineHeight(size) + sealHeight + 16
  if (sheet.room() < height) sheet.newPage()
  for (const [at, blocks] of laid.entries()) {
    const x = contentArea.left + at * (width + signatureGap)
    sheet.doc.lineWidth(0.5).rect(x, sheet.y, width, height).stroke(colors.line)
    for (const [row, line] of blocks.flat().entries()) {
      const place = { x: x + 10, y: sheet.y + 10 + row * lineHeight(size), width: width - 20 }
      sheet.put(line, place, { size, bold: row === 0 })
    }
    const foot = sheet.y + height - 46
    sheet.put('（盖章）', { x: x + 10, y: foot - 26, width: width - 20 }, { size, color: colors.mute, align: 'center' })
    sheet.put('授权代表：', { x: x + 10, y: foot + 6, width }, { size, color: colors.mute })
    sheet.put('签署日期：', { x: x + 10, y: foot + 6 + lineHeight(size), width }, { size, color: colors.mute })
  }
  sheet.y += height + 10
}
