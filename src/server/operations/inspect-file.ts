import { createHash } from 'node:crypto'
import { sniff, type Sniffed } from './file-kind.ts'

/** What the bytes of an upload tell. */
export interface Inspected {
  readonly found: Sniffed
  /** SHA-256 in hex. */
  readonly sha256: string
  /** The bytes that were given, handed back. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Reads the kind of a file and its fingerprint; for a worker thread, since both read every byte. */
export async function inspectFile({
  bytes,
  name,
}: {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name: string
}): Promise<Inspected> {
  const found = await sniff(bytes, name)
  return { found, sha256: createHash('sha256').update(bytes).digest('hex'), bytes }
}
