import type { FileKind } from '../../../domain/operations/file-rules.ts'

/** Maximum unpacked bytes of an Office file (zip bombs). */
const maxUnpackedBytes = 1024 ** 3

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Bytes of the end record of a zip without comment, and of a central directory entry without names. */
const [endSize, entrySize] = [22, 46]

/**
 * Whether a zip is complete: it ends with its central directory, has no appended data and declares sizes within the
 * limit. Nothing is unpacked here.
 */
export function isWholeZip(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  const end = findEndRecord(view)
  if (end === undefined) return false
  let at = view.getUint32(end + 16, true)
  const entries = view.getUint16(end + 10, true)
  let unpacked = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entrySize > end || view.getUint32(at, true) !== 0x02014b50) return false
    unpacked += view.getUint32(at + 24, true)
    at += entrySize + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries > 0 && unpacked <= maxUnpackedBytes
}

/** Position of the end record, if it reaches the end of the file. */
function findEndRecord(view: DataView): number | undefined {
  const last = view.byteLength - endSize
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50 && at + endSize + view.getUint16(at + 20, true) === view.byteLength)
      return at
  }
  return undefined
}

const documents: Readonly<Record<string, FileKind>> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
}
/** Maximum directory sectors read: the relevant streams are among the first. */
const maxSectors = 64

/**
 * Kind of a compound file (old Office format), by the stream names in its directory; installers, mails and others have
 * none of these.
 */
export function compoundKind(bytes: Uint8Array): FileKind | undefined {
  if (bytes.byteLength < 1_536) return undefined
  const view = viewOf(bytes)
  const shift = view.getUint16(30, true)
  if (shift !== 9 && shift !== 12) return undefined
  const size = 1 << shift
  // The header lists the first 109 sectors of the allocation table: enough for uploads.
  const next = (sector: number): number => {
    const table = Math.floor((sector * 4) / size)
    const at = table < 109 ? (view.getUint32(76 + table * 4, true) + 1) * size + ((sector * 4) % size) : -1
    return at >= 0 && at + 4 <= view.byteLength ? view.getUint32(at, true) : 0xffffffff
  }
  let sector = view.getUint32(48, true)
  for (let read = 0; read < maxSectors && (sector + 2) * size <= view.byteLength; read += 1) {
    for (let at = (sector + 1) * size; at < (sector + 2) * size; at += 128) {
      const length = view.getUint16(at + 64, true)
      if (length < 2 || length > 64 || view.getUint8(at + 66) !== 2) continue
      const kind = documents[Buffer.from(bytes.subarray(at, at + length - 2)).toString('utf16le')]
      if (kind !== undefined) return kind
    }
    sector = next(sector)
  }
  return undefined
}

/** One entry of a zip. */
export interface ZipPart {
  readonly name: string
  readonly packed: Uint8Array
  /** 0 = stored, 8 = deflated; Office uses no others. */
  readonly method: number
  /** Declared unpacked bytes; untrusted. */
  readonly size: number
}

/** Entries of a zip by its central directory. Throws on positions outside the file and on other compression methods. */
export function zipEntries(bytes: Uint8Array): ZipPart[] {
  if (!isWholeZip(bytes)) throw new Error('Not a whole zip')
  const view = viewOf(bytes)
  const end = findEndRecord(view) ?? 0
  const parts: ZipPart[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const method = view.getUint16(at + 10, true)
    if (method !== 0 && method !== 8) throw new Error('Packed in an unknown way')
    const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (from + packedSize > bytes.byteLength) throw new Error('A part is not within the zip')
    const name = new TextDecoder().decode(bytes.subarray(at + entrySize, at + entrySize + nameLength))
    parts.push({ name, method, size, packed: bytes.subarray(from, from + packedSize) })
    at += entrySize + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}
