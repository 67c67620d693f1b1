import type { ReadWord } from '../../../domain/accounts/licence-layout.ts'

/** Text items of a page that are used at most. */
const maxItems = 6_000

/** The document of a PDF, without scripts and fonts; to be destroyed by the caller. Runs in a worker thread. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>, maxImagePixels: number) {
  const { getDocumentProxy } = await import('unpdf')
  return getDocumentProxy(bytes, {
    isEvalSupported: false,
    disableFontFace: true,
    stopAtErrors: false,
    maxImageSize: maxImagePixels,
    verbosity: 0,
  })
}
type PdfDocument = Awaited<ReturnType<typeof openPdf>>

/** Words of a page with their boxes, from the top of the page. */
export async function pdfWords(pdf: PdfDocument, number: number): Promise<ReadWord[]> {
  const page = await pdf.getPage(number)
  const { height } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.slice(0, maxItems).flatMap((item) => wordOf(item, height))
}

/** A text item with its box, from the top of the page. */
function wordOf(item: object, pageHeight: number): ReadWord[] {
  if (!('str' in item && 'transform' in item && 'width' in item && 'height' in item)) return []
  const { str, transform, width, height } = item
  if (typeof str !== 'string' || !Array.isArray(transform) || typeof width !== 'number' || typeof height !== 'number')
    return []
  const [x, y] = [Number(transform[4]), Number(transform[5])]
  // Some writers give no height; the size of the font stands in the matrix.
  const tall = height > 0 ? height : Math.abs(Number(transform[3]))
  return [{ text: str, left: x, top: pageHeight - y - tall, width, height: tall }]
}
