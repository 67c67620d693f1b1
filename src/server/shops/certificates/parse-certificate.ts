import { certificateLines, isAnythingFound, readCertificate } from '../../../domain/shops/certificate-text.ts'
import { openPdf, pdfWords } from '../../platform/files/pdf-words.ts'

export interface ParsedCertificate {
  /** Lines of the text; empty for a scan. */
  readonly lines: readonly string[]
  /** The picture of the first page of a scan, as PNG; null where there is text, or no picture. */
  readonly scan: Uint8Array<ArrayBuffer> | null
}

const nothing: ParsedCertificate = { lines: [], scan: null }

/** The paper is the first page; annexes list the scope. */
const maxPages = 3
/** Pixels of a scanned page: A4 at 400 dpi. */
const maxPixels = 16_000_000
/** Size beyond which recognition gains nothing. */
const largestRead = { width: 2_400, height: 3_400 } as const
/** Shorter side of a picture that can be a scanned page; smaller ones are seals and logos. */
const minSide = 400

/** Reads a certificate in PDF; runs in a worker thread, since the bytes are untrusted. Never throws for bad bytes. */
export async function parseCertificate(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedCertificate> {
  try {
    const pdf = await openPdf(bytes, maxPixels)
    try {
      const lines: string[] = []
      for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1)
        lines.push(...certificateLines(await pdfWords(pdf, number)))
      if (isAnythingFound(readCertificate(lines))) return { lines, scan: null }
      return { lines: [], scan: await scannedPage(pdf) }
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch {
    return nothing
  }
}

/** The largest picture of the first page, as PNG; null without one. */
async function scannedPage(pdf: Awaited<ReturnType<typeof openPdf>>): Promise<Uint8Array<ArrayBuffer> | null> {
  const { extractImages } = await import('unpdf')
  const [largest] = (await extractImages(pdf, 1))
    .filter(({ width, height }) => Math.min(width, height) >= minSide && width * height <= maxPixels)
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (largest === undefined) return null
  const { width, height, channels, data } = largest
  const { default: sharp } = await import('sharp')
  const png = await sharp(data, { raw: { width, height, channels } })
    .resize({ ...largestRead, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return new Uint8Array(png)
}
