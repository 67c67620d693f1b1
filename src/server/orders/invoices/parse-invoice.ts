import { XMLParser } from 'fast-xml-parser'
import type { InvoiceSource, ReadFields } from '../../../domain/orders/matching/invoice-fields.ts'
import { isAnythingRead, nothingRead } from '../../../domain/orders/matching/invoice-fields.ts'
import { invoiceLines, readInvoiceLines } from '../../../domain/orders/matching/invoice-text.ts'
import { readInvoiceXml } from '../../../domain/orders/matching/invoice-xml.ts'
import { openPdf, pdfWords } from '../../platform/files/pdf-words.ts'

export interface ParseInvoiceInput {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
}
export interface ParsedInvoice {
  /** null = nothing of use was found. */
  readonly source: Exclude<InvoiceSource, 'ocr' | 'hand'> | null
  readonly fields: ReadFields
}

const nothing: ParsedInvoice = { source: null, fields: nothingRead }

/** XML of invoices has some ten kilobytes, with attachments in base64 at most some megabytes. */
const maxXmlBytes = 4 * 1024 * 1024
/** Pages with fields; further ones are lists of items. */
const maxPages = 5

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: true,
  htmlEntities: false,
})

/** Parses an invoice as XML or PDF; runs in a worker thread, since the bytes are untrusted. Never throws for bad bytes. */
export async function parseInvoice({ bytes, contentType }: ParseInvoiceInput): Promise<ParsedInvoice> {
  try {
    if (contentType === 'application/xml') return parseXml(bytes)
    return contentType === 'application/pdf' ? await parsePdf(bytes) : nothing
  } catch {
    return nothing
  }
}

const foundIn = (source: 'xml' | 'pdf', fields: ReadFields): ParsedInvoice =>
  isAnythingRead(fields) ? { source, fields } : nothing

function parseXml(bytes: Uint8Array): ParsedInvoice {
  if (bytes.byteLength > maxXmlBytes) return nothing
  const declared = /encoding\s{0,3}=\s{0,3}["']([\w-]{1,20})["']/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  )?.[1]
  const text = new TextDecoder(declared ?? 'utf-8').decode(bytes)
  // Custom entities allow exponential expansion (billion laughs); invoices have neither.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return nothing
  return foundIn('xml', readInvoiceXml(parser.parse(text)))
}

async function parsePdf(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedInvoice> {
  const pdf = await openPdf(bytes, 1)
  try {
    const lines: string[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1)
      lines.push(...invoiceLines(await pdfWords(pdf, number)))
    return foundIn('pdf', readInvoiceLines(lines))
  } finally {
    await pdf.loadingTask.destroy()
  }
}
