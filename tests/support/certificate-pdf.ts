import { loadDocumentFont } from '../../src/server/orders/documents/document-font.ts'
import type { CertificateText } from './certificate-pictures.ts'

/** A certificate of a laboratory as a PDF with text. */
export async function certificatePdf({ number, holder, site, issuedOn, until }: CertificateText): Promise<File> {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), loadDocumentFont()])
  const doc = new PDFDocument({ size: 'A4', margin: 0 })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks)))
    doc.once('error', reject)
  })
  doc.font(font.bytes)
  const lines = [
    ['中国合格评定国家认可委员会', 18],
    ['实验室认可证书', 26],
    [`（注册号：${number}）`, 14],
    ['兹证明：', 14],
    [holder, 18],
    [`地址：${site}`, 12],
    ['符合 ISO/IEC 17025：2017《检测和校准实验室能力的通用要求》', 12],
    [`生效日期：${issuedOn}`, 12],
    [`截止日期：${until}`, 12],
  ] as const
  for (const [at, [text, size]] of lines.entries())
    doc.fontSize(size).text(text, 90, 90 + at * 50, { lineBreak: false })
  doc.end()
  return new File([new Uint8Array(await whole)], '认可证书.pdf', { type: 'application/pdf' })
}
