import { toRenderable, loadDocumentFont } from './document-font.ts'
import { createPdfPage, type PdfPage } from './pdf-page.ts'
import { contentArea, colors, createPdfSheet, type PdfSheet } from './pdf-sheet.ts'

/** Header, footer and metadata of a PDF. */
export interface PdfMeta {
  readonly title: string
  /** Document number, top right of every page. */
  readonly no: string
  /** Bottom left of every page, one line. */
  readonly footer: string
  /** Time of the facts, not of creation, so that the bytes are deterministic. */
  readonly at: Date
  /** Adds a demo watermark to every page. */
  readonly demo: boolean
}

/** Creates an A4 PDF with page numbers. `draw` adds content from top to bottom; page breaks are automatic. */
export async function createPdf(meta: PdfMeta, draw: (page: PdfPage) => void): Promise<Uint8Array> {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), loadDocumentFont()])
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: toRenderable(meta.title, font), CreationDate: meta.at, ModDate: meta.at },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks)))
    doc.once('error', reject)
  })
  doc.font(font.bytes)
  const sheet = createPdfSheet(doc, font)
  draw(createPdfPage(sheet))
  drawHeaderAndFooter(sheet, meta)
  doc.end()
  return whole
}

/** Draws headers, footers and page numbers after the page count is known. */
function drawHeaderAndFooter(sheet: PdfSheet, { title, no, footer, demo }: PdfMeta): void {
  const { count } = sheet.doc.bufferedPageRange()
  const whole = { x: contentArea.left, width: contentArea.width }
  const look = { size: 8.5, color: colors.mute }
  for (let at = 0; at < count; at += 1) {
    sheet.doc.switchToPage(at)
    const [head = ''] = sheet.linesOf(title, contentArea.width * 0.6, look.size)
    sheet.put(head, { ...whole, y: 44 }, look)
    sheet.put(no, { ...whole, y: 44 }, { ...look, align: 'right' })
    for (const y of [62, 788])
      sheet.doc.lineWidth(0.5).moveTo(contentArea.left, y).lineTo(contentArea.right, y).stroke(colors.line)
    const [line = ''] = sheet.linesOf(footer, contentArea.width * 0.78, look.size)
    sheet.put(line, { ...whole, y: 795 }, look)
    sheet.put(`第 ${at + 1} 页，共 ${count} 页`, { ...whole, y: 795 }, { ...look, align: 'right' })
    if (demo) drawDemoWatermark(sheet)
  }
}

function drawDemoWatermark({ doc, put }: PdfSheet): void {
  doc
    .save()
    .rotate(-35, { origin: [297, 420] })
    .opacity(0.08)
  put('演示', { x: 60, y: 340, width: 475 }, { size: 120, align: 'center' })
  doc.restore()
}
