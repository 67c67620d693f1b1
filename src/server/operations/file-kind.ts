import type { FileKind } from '../../domain/operations/file-rules.ts'
import { compoundKind, isWholeZip } from './office-files.ts'

/** What a file must begin with, whatever is found in it later: a file of two natures is refused. */
const heads: Readonly<Record<Exclude<FileKind, 'txt' | 'csv'>, string>> = {
  ...{ jpg: 'ffd8ff', png: '89504e470d0a1a0a', webp: '52494646', pdf: '255044462d' },
  ...{ docx: '504b0304', xlsx: '504b0304', pptx: '504b0304' },
  ...{ doc: 'd0cf11e0a1b11ae1', xls: 'd0cf11e0a1b11ae1', ppt: 'd0cf11e0a1b11ae1' },
}
const isHeaded = (kind: string): kind is keyof typeof heads => Object.hasOwn(heads, kind)

/** Bytes in which a browser might look for markup. */
const sniffed = 1_024
const markup = /<(!doctype|html|head|body|script|svg|iframe|object|embed|img|style|link|meta|form|a\s)/i
/** How far from its end a PDF says that it ends. */
const pdfTail = 4_096

/** What a file is, and whether it is whole. Its own name is asked only where text cannot tell (txt, csv). */
export type Sniffed = { readonly kind: FileKind } | { readonly refused: 'fileTypeRefused' | 'fileBroken' }

const refused = { refused: 'fileTypeRefused' } as const
const broken = { refused: 'fileBroken' } as const

/** Tells the kind by content, never by name or header. */
export async function sniff(bytes: Uint8Array, name: string): Promise<Sniffed> {
  if (bytes.byteLength === 0) return broken
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found === undefined) return sniffText(bytes, name)
  const kind = found.ext === 'cfb' ? compoundKind(bytes) : found.ext
  if (kind === undefined || !isHeaded(kind)) return refused
  if (!hexOf(bytes, 8).startsWith(heads[kind])) return refused
  if (kind === 'jpg' || kind === 'png' || kind === 'webp') return { kind }
  if (markup.test(latin(bytes.subarray(0, sniffed)))) return refused
  if (kind === 'pdf' && !latin(bytes.subarray(-pdfTail)).includes('%%EOF')) return broken
  if (heads[kind] === heads.docx && !isWholeZip(bytes)) return broken
  return { kind }
}

/** Plain text has no mark of its own: no control characters, no markup at its head, an encoding it can be read in. */
function sniffText(bytes: Uint8Array, name: string): Sniffed {
  const extension = /\.(txt|csv)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension !== 'txt' && extension !== 'csv') return refused
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  if (/[\0-\x08\x0e-\x1f\x7f]/.test(latin(bytes))) return refused
  if (markup.test(latin(bytes.subarray(0, sniffed)))) return refused
  return reads(bytes, 'utf-8') || reads(bytes, 'gb18030') ? { kind: extension } : refused
}

function reads(bytes: Uint8Array, encoding: string): boolean {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes) !== ''
  } catch {
    return false
  }
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
const hexOf = (bytes: Uint8Array, count: number) => Buffer.from(bytes.subarray(0, count)).toString('hex')
