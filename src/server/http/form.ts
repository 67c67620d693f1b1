import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { CallFailed, failedFor } from '../../contract/failures.ts'
import { maxUploadBytes } from '../../domain/operations/file-rules.ts'
import { uploadRoom } from './byte-room.ts'

/** Bytes of forms on their way that lie on the disk at once; beyond them people are asked to come back in a moment. */
const mostSpooled = 4 * 1024 ** 3
let spooledBytes = 0

/** One file and a few short fields: thousands of parts would keep the process from everything else. */
const limits = { files: 1, parts: 20, fieldSize: 65_536, headerPairs: 20, headerSize: 16_384 }

/** Folder of files that are still coming in; what a killed process left there is swept (operations/sweep-files.ts). */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')

export interface ReadForm {
  /** The first field of each name; a file is read from the disk when its bytes are asked for, until `release`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Gives back the room in memory and on the disk; once the call is answered. */
  readonly release: () => Promise<void>
}

/** A file of a form, which lies on the disk. */
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
    // Without a copy, unless the bytes lie in a larger buffer.
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

/**
 * The fields of a form. Failures: 415 other type, 413 too large, 400 broken, 429 when many upload at once. Its file
 * comes in onto the disk, however slowly; the form is given when there is room in memory for the file.
 */
export async function readForm(request: Request, dataDir: string): Promise<ReadForm> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new CallFailed('notForm')
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw new CallFailed('tooLarge')
  const folder = incomingFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const spooled = { bytes: 0 }
  const clear = async () => {
    spooledBytes -= spooled.bytes
    await rm(path, { force: true })
  }
  try {
    const fields = await parse(counted(request, spooled), type, path)
    const leave = await uploadRoom.take(spooled.bytes)
    return { fields, release: () => clear().finally(leave) }
  } catch (cause) {
    await clear()
    throw cause
  }
}

/** The body of a request, its bytes counted; whatever the length header says, no more than may be. */
async function* counted(request: Request, spooled: { bytes: number }): AsyncGenerator<Uint8Array> {
  if (request.body === null) throw new CallFailed('badForm')
  for await (const chunk of request.body) {
    spooled.bytes += chunk.byteLength
    spooledBytes += chunk.byteLength
    if (spooled.bytes > maxUploadBytes) throw new CallFailed('tooLarge')
    if (spooledBytes > mostSpooled) throw failedFor('tooMany', 10)
    yield chunk
  }
}

/** Reads a form as it comes, and writes its file to `path`. Throws CallFailed badForm. */
async function parse(
  body: AsyncIterable<Uint8Array>,
  type: string,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = new Map<string, string | File>()
  let stored: Promise<void> | undefined
  const parser = parserOf(type)
  const refuse = () => parser.destroy(new CallFailed('badForm'))
  parser.on('field', (name, value, isNameCut, isCut) => {
    if (isNameCut || isCut) refuse()
    else if (!fields.has(name)) fields.set(name, value)
  })
  parser.on('file', (name, stream, fileName) => {
    stored = store(stream, path).then((size) => {
      if (!fields.has(name)) fields.set(name, new SpooledFile(unescaped(fileName), path, size))
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

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    })
  } catch {
    throw new CallFailed('badForm')
  }
}

/** Writes a file of a form to the disk; gives its bytes. */
async function store(stream: Readable, path: string): Promise<number> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, target)
  return target.bytesWritten
}

/** Browsers write quotes and line ends of names as %22, %0D and %0A. */
const unescaped = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
