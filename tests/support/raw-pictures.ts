import { crc32, deflateSync } from 'node:zlib'

/** Hand-made pictures that no normal program would write. */

export interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

const pngHead = Buffer.from('89504e470d0a1a0a', 'hex')

function chunkBytes({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A 1-bit PNG that claims a size; only `rows` rows are present, all black. */
export function rawPng(width: number, height: number, rows: number, more: readonly Chunk[] = []): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  const chunks = [
    { type: 'IHDR', data: head },
    ...more,
    { type: 'IDAT', data },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]
  return Buffer.from(Buffer.concat([pngHead, ...chunks.map(chunkBytes)]))
}

/** A chunk that turns a PNG into an animated one. */
export const animation: Chunk = { type: 'acTL', data: Buffer.from('0000000200000000', 'hex') }

/** A JPEG whose frame header claims another size. */
export function jpegClaiming(jpeg: Buffer, width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(jpeg)
  for (let at = 2; at < bytes.byteLength - 9 && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] !== 0xc0 && bytes[at + 1] !== 0xc2) continue
    bytes.writeUInt16BE(height, at + 5)
    bytes.writeUInt16BE(width, at + 7)
  }
  return bytes
}

/** A JPEG with a comment after its start marker. */
export const jpegWithComment = (jpeg: Buffer, comment: string): Buffer<ArrayBuffer> => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.from(
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(comment), jpeg.subarray(2)]),
  )
}

/** A WebP that claims a canvas of 16,384 × 16,384 pixels. */
export function hugeWebp(): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(22, 4)
  bytes.write('WEBPVP8X', 8)
  bytes.writeUInt32LE(10, 16)
  bytes.fill(0xff, 24)
  bytes.writeUInt8(0x3f, 26)
  bytes.writeUInt8(0x3f, 29)
  return bytes
}
