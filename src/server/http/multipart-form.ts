import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { CallFailed, failedFor } from '../../contract/failures.ts'
import { maxUploadBytes } from '../../domain/operations/file-rules.ts'
import { uploadByteLimit } from '../platform/files/memory-limit.ts'
import { incomingFolder } from '../platform/files/incoming-folder.ts'

/** Bytes of incoming forms that may be on disk at once; beyond them requests get `tooMany`. */
const maxSpooledBytes = 4 * 1024 ** 3
let spooledBytes = 0

/** One file and a few short fields: thousands of parts would block the process. */
const formLimits = { files: 1, parts: 20, fieldSize: 65_536, headerPairs: 20, headerSize: 16_384 }

export interface ReadForm {
  /** The first field of each name; a file is read from disk on demand, until `release`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Frees memory and disk; call once the call is answered. */
  readonly release: () => Promise<void>
}

/** A file of a form, stored on disk. */
class SpooledFile extends File {
  readonly #path: string
  readonly #size: number

  constructor(name: string, path: string, size: number) {
    super([], name)
    this.#path = path
    this.#size = size
  }

  override get size(): number {
    return this.#size
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await readFile(this.#path)
    // No copy, unless the bytes are part of a larger buffer.
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

/**
 * Reads the fields of a form. Failures: 415 other type, 413 too large, 400 malformed, 429 when too many uploads run.
 * The file is spooled to disk; the form is returned once there is memory for the file. `received` counts its bytes.
 */
export async function readForm(request: Request, dataDir: string, received = { bytes: 0 }): Promise<ReadForm> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new CallFailed('notForm')
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw new CallFailed('tooLarge')
  const folder = incomingFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const clear = async () => {
    spooledBytes -= received.bytes
    await rm(path, { force: true })
  }
  try {
    const fields = await parseForm(countBytes(request, received), type, path)
    const leave = await uploadByteLimit.take(received.bytes)
    return { fields, release: () => clear().finally(leave) }
  } catch (cause) {
    await clear()
    throw cause
  }
}

/** The body of a request with its bytes counted and limited, whatever the length header says. */
async function* countBytes(request: Request, received: { bytes: number }): AsyncGenerator<Uint8Array> {
  if (request.body === null) throw new CallFailed('badForm')
  // The rest of a refused body is discarded below, so the stream stays open.
  for await (const chunk of request.body.values({ preventCancel: true })) {
    received.bytes += chunk.byteLength
    spooledBytes += chunk.byteLength
    if (received.bytes > maxUploadBytes) throw new CallFailed('tooLarge')
    if (spooledBytes > maxSpooledBytes) throw failedFor('tooMany', 10)
    yield chunk
  }
}

/** Milliseconds without a byte after which the rest of a refused form is no longer awaited. */
const discardPatience = 3000

/**
 * Reads and discards the rest of a refused form, `received` bytes of which were read: a client that is still sending when
 * the connection closes would not see the response. Nothing beyond the largest form is awaited.
 */
export async function discardForm({ body }: Request, received: { readonly bytes: number }): Promise<void> {
  if (body === null || body.locked) return
  const reader = body.getReader()
  let { bytes } = received
  while (bytes <= maxUploadBytes) {
    const answered = new AbortController()
    const stalled = setTimeout(discardPatience, undefined, { signal: answered.signal }).catch(() => undefined)
    const chunk = await Promise.race([reader.read().catch(() => undefined), stalled])
    answered.abort()
    if (chunk === undefined || chunk.done) return
    bytes += chunk.value.byteLength
  }
}

/** Parses a form as a stream and writes its file to `path`. Throws CallFailed badForm. */
async function parseForm(
  body: AsyncIterable<Uint8Array>,
  type: string,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = new Map<string, string | File>()
  let stored: Promise<void> | undefined
  const parser = createParser(type)
  const refuse = () => parser.destroy(new CallFailed('badForm'))
  parser.on('field', (name, value, isNameCut, isCut) => {
    if (isNameCut || isCut) refuse()
    else if (!fields.has(name)) fields.set(name, value)
  })
  parser.on('file', (name, stream, fileName) => {
    stored = writeUpload(stream, path).then((size) => {
      if (!fields.has(name)) fields.set(name, new SpooledFile(unescapeFileName(fileName), path, size))
    })
    stored.catch((cause: Error) => parser.destroy(cause))
  })
  parser.on('partsLimit', refuse)
  parser.on('filesLimit', refuse)
  try {
    await pipeline(body, parser)
    await stored
  } catch (cause) {
    await stored?.catch(() => {})
    const isOwn = cause instanceof CallFailed || (cause instanceof Error && 'syscall' in cause)
    throw isOwn ? cause : new CallFailed('badForm')
  }
  if (fields.size === 0) throw new CallFailed('badForm')
  return Object.fromEntries(fields)
}

function createParser(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: formLimits,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    })
  } catch {
    throw new CallFailed('badForm')
  }
}

/** Writes a file of a form to disk and returns its size in bytes. */
async function writeUpload(stream: Readable, path: string): Promise<number> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, target)
  return target.bytesWritten
}

/** Browsers encode quotes and line breaks in file names as %22, %0D and %0A. */
const unescapeFileName = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
