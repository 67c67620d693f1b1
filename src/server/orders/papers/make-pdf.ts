import { drawable, paperFont } from './paper-font.ts'
import { pdfPage, type PdfPage } from './pdf-page.ts'
import { field, ink, pdfSheet, type PdfSheet } from './pdf-sheet.ts'

/** What stands around the content of a paper. */
export interface Paper {
  readonly title: string
  /** Number of the paper, top right of every page. */
  readonly no: string
  /** Bottom left of every page, one line. */
  readonly foot: string
  /** Moment of the facts, not of the making: the same facts give the same bytes. */
  readonly at: Date
  /** Marked across every page as of a demonstration. */
  readonly demo: boolean
}

/** A PDF on A4 pages with page numbers. `draw` puts its content from top to bottom; pages break by themselves. */
export async function makePdf(paper: Paper, draw: (page: PdfPage) => void): Promise<Uint8Array> {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), paperFont()])
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: 'zh-CN', displayTitle: true },
    info: { Title: drawable(paper.title, font), CreationDate: paper.at, ModDate: paper.at },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks)))
    doc.once('error', reject)
  })
  doc.font(font.bytes)
  const sheet = pdfSheet(doc, font)
  draw(pdfPage(sheet))
  drawEdges(sheet, paper)
  doc.end()
  return whole
}

/** Head, foot and page numbers, once it is known how many pages there are. */
function drawEdges(sheet: PdfSheet, { title, no, foot, demo }: Paper): void {
  const { count } = sheet.doc.bufferedPageRange()
  const whole = { x: field.left, width: field.width }
  const look = { size: 8.5, color: ink.mute }
  for (let at = 0; at < count; at += 1) {
    sheet.doc.switchToPage(at)
    const [head = ''] = sheet.linesOf(title, field.width * 0.6, look.size)
    sheet.put(head, { ...whole, y: 44 }, look)
    sheet.put(no, { ...whole, y: 44 }, { ...look, align: 'right' })
    for (const y of [62, 788]) sheet.doc.lineWidth(0.5).moveTo(field.left, y).lineTo(field.right, y).stroke(ink.line)
    const [line = ''] = sheet.linesOf(foot, field.width * 0.78, look.size)
    sheet.put(line, { ...whole, y: 795 }, look)
    sheet.put(`第 ${at + 1} 页，共 ${count} 页`, { ...whole, y: 795 }, { ...look, align: 'right' })
    if (demo) drawMark(sheet)
  }
}

function drawMark({ doc, put }: PdfSheet): void {
  doc
    .save()
    .rotate(-35, { origin: [297, 420] })
    .opacity(0.08)
  put('演示', { x: 60, y: 340, width: 475 }, { size: 120, align: 'center' })
  doc.restore()
}
