import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { PagePart } from '../../domain/shell/fragments.ts'
import { ownMemory } from './own-memory.ts'

/**
 * One gzip member out of parts that are compressed each on its own, so that a part shared by pages is compressed once.
 * Every part ends with a full flush (RFC 1951): it starts and ends on a byte and refers to nothing outside of itself.
 * The checksum of the whole is computed from those of the parts.
 */

interface DeflatedPart {
  readonly deflated: Uint8Array
  readonly checksum: number
  /** Moves a checksum past the bytes of this part. */
  readonly shift: number
  readonly byteLength: number
}

/** Bytes below which a part of one page is not worth a compressor. */
const storedMaxBytes = 400
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const lastBlock = Buffer.from([3, 0])

const deflatedShared = new WeakMap<Uint8Array, DeflatedPart>()

/** Compresses a page as one gzip member. Shared parts are compressed well, others fast. */
export function gzipParts(parts: readonly PagePart[]): Buffer {
  const chunks: Uint8Array[] = [header]
  let checksum = 0
  let byteLength = 0
  for (const { bytes, isShared } of parts) {
    if (bytes.byteLength === 0) continue
    const part = isShared ? deflateShared(bytes) : describe(bytes, deflateOnce(bytes))
    chunks.push(part.deflated)
    checksum = multiply(part.shift, checksum) ^ part.checksum
    byteLength += part.byteLength
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum >>> 0, 0)
  trailer.writeUInt32LE(byteLength >>> 0, 4)
  chunks.push(lastBlock, trailer)
  return Buffer.concat(chunks)
}

function deflateShared(bytes: Uint8Array): DeflatedPart {
  const known = deflatedShared.get(bytes)
  if (known !== undefined) return known
  const made = describe(bytes, ownMemory(deflate(bytes, constants.Z_DEFAULT_COMPRESSION)))
  deflatedShared.set(bytes, made)
  return made
}

/** A compressor of a small part needs a quarter of the memory, which is allocated for each. */
const smallMaxBytes = 8 * 1024
const small = { windowBits: 13, memLevel: 6 }

const deflate = (bytes: Uint8Array, level: number): Buffer =>
  deflateRawSync(bytes, {
    level,
    finishFlush: constants.Z_FULL_FLUSH,
    ...(bytes.byteLength > smallMaxBytes ? undefined : small),
  })

function deflateOnce(bytes: Uint8Array): Buffer {
  if (bytes.byteLength > storedMaxBytes) return deflate(bytes, constants.Z_BEST_SPEED)
  const { byteLength } = bytes
  const stored = Buffer.allocUnsafe(5 + byteLength)
  stored[0] = 0
  stored.writeUInt16LE(byteLength, 1)
  stored.writeUInt16LE(~byteLength & 0xffff, 3)
  stored.set(bytes, 5)
  return stored
}

const describe = (bytes: Uint8Array, deflated: Uint8Array): DeflatedPart => ({
  deflated,
  checksum: crc32(bytes),
  shift: shiftOf(bytes.byteLength),
  byteLength: bytes.byteLength,
})

/** The polynomial of CRC-32 with its lowest power first, as checksums are. */
const polynomial = 0xedb88320
const one = 0x80000000

/** The product of two polynomials modulo that of CRC-32. */
function multiply(left: number, right: number): number {
  let [product, moved] = [0, right]
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) product ^= moved
    moved = (moved & 1) === 1 ? (moved >>> 1) ^ polynomial : moved >>> 1
  }
  return product >>> 0
}

/** x to the power of 8 · 2ⁿ, by n: a byte, two bytes, four bytes and so on. */
const bytePowers: number[] = [one >>> 8]
for (let n = 1; n < 32; n += 1) {
  const before = bytePowers[n - 1] ?? one
  bytePowers.push(multiply(before, before))
}

/** What multiplies a checksum when so many bytes follow. */
function shiftOf(byteLength: number): number {
  let shift = one
  for (let [rest, n] = [byteLength, 0]; rest > 0; rest >>>= 1, n += 1)
    if ((rest & 1) === 1) shift = multiply(bytePowers[n] ?? one, shift)
  return shift
}
