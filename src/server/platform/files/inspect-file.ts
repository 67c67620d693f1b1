import { createHash } from 'node:crypto'
import type { FileKind } from '../../../domain/operations/file-rules.ts'
import { compoundKind, isWholeZip } from './office-files.ts'

/** Magic numbers at the start of a file, in hex; polyglot files are refused. */
const magicNumbers: Readonly<Record<Exclude<FileKind, 'txt' | 'csv' | 'sdf' | 'ics' | 'xml'>, string>> = {
  jpg: 'ffd8ff',
  png: '89504e470d0a1a0a',
  webp: '52494646',
  pdf: '255044462d',
  docx: '504b0304',
  xlsx: '504b0304',
  pptx: '504b0304',
  doc: 'd0cf11e0a1b11ae1',
  xls: 'd0cf11e0a1b11ae1',
  ppt: 'd0cf11e0a1b11ae1',
}
const hasMagicNumber = (kind: string): kind is keyof typeof magicNumbers => Object.hasOwn(magicNumbers, kind)

/** Bytes that a browser may sniff for markup. */
const sniffedBytes = 1_024
const markup = /<(!doctype|html|head|body|script|svg|iframe|object|embed|img|style|link|meta|form|a\s)/i
/** Bytes at the end of a PDF that contain its end marker. */
const pdfTail = 4_096

/** The kind of a file, or why it is refused. The name only distinguishes txt, csv and sdf. */
type SniffResult = { readonly kind: FileKind } | { readonly refused: 'fileTypeRefused' | 'fileBroken' }

const refused = { refused: 'fileTypeRefused' } as const
const broken = { refused: 'fileBroken' } as const

/** Detects the kind from the content, never from name or header. */
async function sniffFileKind(bytes: Uint8Array, name: string): Promise<SniffResult> {
  if (bytes.byteLength === 0) return broken
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found === undefined) return sniffText(bytes, name)
  if (found.ext === 'xml') return sniffXml(bytes, name)
  const kind = found.ext === 'cfb' ? compoundKind(bytes) : found.ext
  if (kind === undefined || !hasMagicNumber(kind)) return refused
  if (!hexOf(bytes, 8).startsWith(magicNumbers[kind])) return refused
  if (kind === 'jpg' || kind === 'png' || kind === 'webp') return { kind }
  if (markup.test(latin(bytes.subarray(0, sniffedBytes)))) return refused
  if (kind === 'pdf' && !latin(bytes.subarray(-pdfTail)).includes('%%EOF')) return broken
  if (magicNumbers[kind] === magicNumbers.docx && !isWholeZip(bytes)) return broken
  return { kind }
}

/** Control characters that no text file contains. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const controls = /[\0-\x08\x0e-\x1f\x7f]/

/** Plain text: no control characters, no markup at the start, and a decodable encoding. */
function sniffText(bytes: Uint8Array, name: string): SniffResult {
  const extension = /\.(txt|csv|sdf)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension !== 'txt' && extension !== 'csv' && extension !== 'sdf') return refused
  if (chunksOf(bytes).some((chunk) => controls.test(latin(chunk)))) return refused
  if (markup.test(latin(bytes.subarray(0, sniffedBytes)))) return refused
  return isDecodable(bytes, 'utf-8') || isDecodable(bytes, 'gb18030') ? { kind: extension } : refused
}

/** Declarations, style sheets and namespaces with which a browser would run or show a file. */
const activeXml =
  /<!(?:doctype|entity)|<\?xml-stylesheet|<(?:html|script|svg)[\s>]|w3\.org\/(?:1999\/xhtml|1999\/xsl|2000\/svg)/i

/** Data in XML: no page, no drawing, no own entities. It is never shown, only downloaded and parsed in a thread. */
function sniffXml(bytes: Uint8Array, name: string): SniffResult {
  if (!/\.xml$/i.test(name)) return refused
  const isWrong = (text: string) => controls.test(text) || activeXml.test(text)
  if (chunksOf(bytes).some((chunk) => isWrong(latin(chunk)))) return refused
  return isDecodable(bytes, 'utf-8') || isDecodable(bytes, 'gb18030') ? { kind: 'xml' } : refused
}

function isDecodable(bytes: Uint8Array, encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    const isText = chunksOf(bytes).reduce(
      (found, chunk) => decoder.decode(chunk, { stream: true }) !== '' || found,
      false,
    )
    return decoder.decode() !== '' || isText
  } catch {
    return false
  }
}

/** Texts are read in chunks: a decoded string of the whole would take several times its bytes. */
const chunkBytes = 256 * 1024
const chunksOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.byteLength / chunkBytes) }, (_, number) =>
    bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes),
  )

const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
const hexOf = (bytes: Uint8Array, count: number) => Buffer.from(bytes.subarray(0, count)).toString('hex')

/** Result of inspecting an upload. */
export interface InspectedFile {
  readonly found: SniffResult
  /** SHA-256 in hex. */
  readonly sha256: string
  /** The input bytes, transferred back. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Detects the kind of a file and hashes it; runs in a worker thread, since both read every byte. */
export async function inspectFile({
  bytes,
  name,
}: {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name: string
}): Promise<InspectedFile> {
  const found = await sniffFileKind(bytes, name)
  return { found, sha256: createHash('sha256').update(bytes).digest('hex'), bytes }
}
