import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'

/** Files for uploads, generated here. */

/** A JPEG with content, of a given size in pixels. */
export async function gradient(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g"><stop stop-color="#1b56b0"/><stop offset="1" stop-color="#f4f6f9"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
  return Buffer.from(await sharp(Buffer.from(svg)).jpeg().toBuffer())
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

export const pdf = bytesOf(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R/Size 4>>
%%EOF
`)

export const csv = bytesOf('\uFEFF名称,数量\n阿司匹林原料药,20\n')

export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
  /** Claimed unpacked size, if it differs from the real one. */
  readonly claims?: number
}

/** A zip of some entries. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const { name, bytes, claims } of entries) {
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.byteLength, 14)
    fields.writeUInt32LE(claims ?? bytes.byteLength, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    locals.push(local)
    table.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, place, Buffer.from(name)]))
    at += local.byteLength
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(table).byteLength, 8)
  end.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...locals, ...table, Buffer.from('PK\u0005\u0006'), end]))
}

/** The parts every Word file has. */
export const wordParts: readonly ZipEntry[] = [
  {
    name: '[Content_Types].xml',
    bytes: bytesOf(
      '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
  },
  { name: 'word/document.xml', bytes: bytesOf('<w:document><w:body><w:p/></w:body></w:document>') },
]
export const wordFile = zipOf(wordParts)
