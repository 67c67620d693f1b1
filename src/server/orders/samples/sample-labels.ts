import { and, inArray, eq } from 'drizzle-orm'
import { encode } from 'uqr'
import type { samplesCalls } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { samples } from '../../../db/tables/samples.ts'
import { links } from '../../../domain/links.ts'
import { formatAmount, sampleHazardLabels } from '../../../domain/orders/samples/sample-terms.ts'
import { formatLimits } from '../../../domain/orders/samples/temperature.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { toRenderable, loadDocumentFont } from '../documents/document-font.ts'
import { createPdfSheet, type PdfSheet } from '../documents/pdf-sheet.ts'
import { sideCompanyId } from '../present-order.ts'
import { selectSamples, type SampleRecord, type SideContext } from './sample-rows.ts'

/** An A4 sheet of 21 labels of 63.5 × 38.1 mm, as printers' shops sell it; points. */
const [columns, rows] = [3, 7]
const mm = 72 / 25.4
const label = { width: 63.5 * mm, height: 38.1 * mm, left: 7.2 * mm, top: 15.1 * mm, gap: 2.5 * mm }
const qrSize = 21 * mm

/** Labels of some samples with their QR code, which opens the sample. */
async function createLabels(
  side: Side,
  { sampleIds }: { readonly sampleIds: readonly number[] },
  { caller, db, config, providers }: SideContext,
) {
  const wanted = [...new Set(sampleIds)]
  const found = await selectSamples(db, side)
    .where(and(inArray(samples.id, wanted), eq(sideCompanyId(side), caller.companyId)))
    .orderBy(samples.id)
  if (found.length < wanted.length) throw new CallFailed('notFound')
  const bytes = await drawLabels(
    found.map(({ sample, orderNo }) => ({ sample, orderNo })),
    config.siteUrl,
  )
  const [first] = found
  const title = `样品标签 ${first?.sample.sampleNo ?? ''}${found.length > 1 ? ` 等 ${found.length} 个` : ''}`
  const { url, name } = await saveGeneratedFile({ db, providers }, caller, { title, kind: 'pdf', bytes })
  return { url, name }
}

interface Labelled {
  readonly sample: SampleRecord
  readonly orderNo: string
}

/** Draws the labels, 21 to a page. */
async function drawLabels(labelled: readonly Labelled[], siteUrl: string): Promise<Uint8Array> {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), loadDocumentFont()])
  const info = { Title: toRenderable('样品标签', font) }
  const doc = new PDFDocument({ size: 'A4', margin: 0, lang: 'zh-CN', displayTitle: true, info })
  const chunks: Buffer[] = []
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks)))
    doc.once('error', reject)
  })
  doc.font(font.bytes)
  const sheet = createPdfSheet(doc, font)
  for (const [at, one] of labelled.entries()) {
    const place = at % (columns * rows)
    if (at > 0 && place === 0) doc.addPage()
    const x = label.left + (place % columns) * (label.width + label.gap)
    const y = label.top + Math.floor(place / columns) * label.height
    drawLabel(sheet, one, { x, y }, siteUrl)
  }
  doc.end()
  return whole
}

function drawLabel(
  sheet: PdfSheet,
  { sample, orderNo }: Labelled,
  at: { x: number; y: number },
  siteUrl: string,
): void {
  const { sampleNo, name, amount, unit, minTemp, maxTemp, hazards, createdAt } = sample
  drawQr(sheet, new URL(links.scanSample(sampleNo), siteUrl).href, at.x + 6, at.y + 8)
  const x = at.x + qrSize + 10
  const width = label.width - qrSize - 16
  const lines: readonly (readonly [text: string, size: number, bold: boolean])[] = [
    ...sheet
      .linesOf(name, width, 8.5)
      .slice(0, 2)
      .map((line) => [line, 8.5, true] as const),
    [formatAmount(amount, unit).replaceAll('\u00A0', ' '), 8, false],
    [formatLimits({ min: minTemp, max: maxTemp }).replaceAll('\u00A0', ' '), 8, false],
    ...sheet
      .linesOf(hazards.map((hazard) => sampleHazardLabels[hazard]).join('、'), width, 7.5)
      .filter((line) => line !== '')
      .slice(0, 2)
      .map((line) => [line, 7.5, true] as const),
  ]
  let y = at.y + 8
  for (const [text, size, bold] of lines) {
    sheet.put(text, { x, y, width }, { size, bold })
    y += size * 1.4
  }
  const foot = at.y + 8 + qrSize + 3
  sheet.put(sampleNo, { x: at.x + 6, y: foot, width: label.width - 12 }, { size: 9, bold: true })
  sheet.put(
    `${orderNo}　${date(createdAt.toISOString())}`,
    { x: at.x + 6, y: foot + 13, width: label.width - 12 },
    { size: 7.5 },
  )
}

/** Draws a code as squares; error correction Q, since labels get scratched and wet. */
function drawQr({ doc }: PdfSheet, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { ecc: 'Q', border: 1 })
  const unit = qrSize / size
  for (const [row, line] of data.entries())
    for (const [column, isDark] of line.entries()) if (isDark) doc.rect(x + column * unit, y + row * unit, unit, unit)
  doc.fill('#000')
}

export const buyerSampleLabels: Handler<typeof samplesCalls.buyerSampleLabels> = (input, context) =>
  createLabels('buyer', input, context)
export const sellerSampleLabels: Handler<typeof samplesCalls.sellerSampleLabels> = (input, context) =>
  createLabels('seller', input, context)
