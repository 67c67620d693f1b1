import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { installation } from '../../config.ts'

/** Indexes of the parts of a trained-data file that only the legacy engine uses. */
const legacyEngineParts: ReadonlySet<number> = new Set([3, 4, 5, 13])
/** The file starts with the number of parts and their offsets; a missing part has offset -1. */
const [countBytes, offsetBytes, absent] = [4, 8, -1n]

/**
 * The Chinese trained data of the npm package without the legacy engine: 3 MB of 44, of which the thread would hold
 * three copies.
 */
export const readOcrData = (): Promise<Uint8Array> =>
  import.meta.url.endsWith('.ts') ? unpackOcrData() : readFile(join(installation, builtOcrData))

/** File written by the build (astro.config.mjs), because unpacking temporarily needs 40 MB more. */
export const builtOcrData = 'dist/process/chi_sim.traineddata'

/** Unpacks it in chunks, so that the rest is not retained. */
export async function unpackOcrData(): Promise<Uint8Array> {
  const require = createRequire(join(installation, 'package.json'))
  const folder = dirname(require.resolve('@tesseract.js-data/chi_sim/package.json'))
  const packed = createReadStream(join(folder, '4.0.0/chi_sim.traineddata.gz'))
  const unpacked = packed.pipe(createGunzip({ chunkSize: 256 * 1024 }))
  packed.once('error', (cause) => unpacked.destroy(cause))
  return stripLegacyEngine(unpacked)
}

async function stripLegacyEngine(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  let offsets: readonly bigint[] = []
  let at = 0
  const kept = new Map<number, Buffer[]>()
  for await (const chunk of stream) {
    if (at === 0) offsets = offsetsIn(chunk)
    for (const [part, offset] of offsets.entries()) {
      if (legacyEngineParts.has(part) || offset === absent) continue
      const end = offsets.reduce((next, other) => (other > offset && (next < 0n || other < next) ? other : next), -1n)
      const from = Math.max(0, Number(offset) - at)
      const to = end < 0n ? chunk.length : Math.min(chunk.length, Number(end) - at)
      // Copied: a slice would retain the chunk.
      if (to > from) kept.set(part, [...(kept.get(part) ?? []), Buffer.from(chunk.subarray(from, to))])
    }
    at += chunk.length
  }
  const parts = [...kept].map(([part, pieces]) => ({ part, bytes: Buffer.concat(pieces) }))
  const head = Buffer.alloc(countBytes + offsets.length * offsetBytes)
  head.writeInt32LE(offsets.length)
  for (const part of offsets.keys()) head.writeBigInt64LE(absent, countBytes + part * offsetBytes)
  let next = head.length
  for (const { part, bytes } of parts) {
    head.writeBigInt64LE(BigInt(next), countBytes + part * offsetBytes)
    next += bytes.length
  }
  return Buffer.concat([head, ...parts.map(({ bytes }) => bytes)])
}

const offsetsIn = (chunk: Buffer): bigint[] =>
  Array.from({ length: chunk.readInt32LE(0) }, (_, part) => chunk.readBigInt64LE(countBytes + part * offsetBytes))
