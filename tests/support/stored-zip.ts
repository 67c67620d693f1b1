import { crc32 } from 'node:zlib'

/** An uncompressed part of a zip. */
export interface PlainPart {
  readonly name: string
  readonly bytes: Uint8Array
}

/** An uncompressed zip of these parts, with the same content by its directory and by its local headers. */
export function storedZip(parts: readonly PlainPart[]): Buffer<ArrayBuffer> {
  const locals: Uint8Array[] = []
  const table: Uint8Array[] = []
  let at = 0
  for (const { name, bytes } of parts) {
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(bytes.byteLength, 14)
    fields.writeUInt32LE(bytes.byteLength, 18)
    fields.writeUInt16LE(path.byteLength, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    locals.push(Buffer.from('PK\u0003\u0004'), fields, path, bytes)
    table.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, place, path)
    at += 4 + fields.byteLength + path.byteLength + bytes.byteLength
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(
    table.reduce((sum, { byteLength }) => sum + byteLength, 0),
    8,
  )
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, ...table, Buffer.from('PK\u0005\u0006'), end])
}
