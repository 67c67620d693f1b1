import { open, opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../../config.ts'

/** Storage of uploads: a folder or an S3 bucket. Keys are generated, never user input. */
export interface Storage {
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  /** Throws when the key does not exist. */
  readonly read: (key: string) => Promise<Uint8Array>
  /**
   * The bytes in chunks, read as they are taken; fails while it is read when the key does not exist. A chunk is valid
   * until the next one is asked for: its memory is used again.
   */
  readonly stream: (key: string) => AsyncIterable<Uint8Array>
  readonly remove: (key: string) => Promise<void>
  /** Size of the object without reading it; undefined when the key does not exist. */
  readonly size: (key: string) => Promise<number | undefined>
  /** All objects, in no order. */
  readonly list: () => AsyncIterable<StoredObject>
}

export interface StoredObject {
  readonly key: string
  readonly modified: Date
}

/** Creates the storage of the settings; its library is loaded with the first file. */
export function createStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Storage {
  const open =
    s3 === undefined ? () => folderStorage(dataDir) : async () => (await import('./storage-s3.ts')).s3Storage(s3)
  let opened: Promise<Storage> | undefined
  const storage = () => (opened ??= open())
  return {
    put: async (key, bytes, contentType) => (await storage()).put(key, bytes, contentType),
    read: async (key) => (await storage()).read(key),
    stream: async function* (key) {
      yield* (await storage()).stream(key)
    },
    remove: async (key) => (await storage()).remove(key),
    size: async (key) => (await storage()).size(key),
    list: async function* () {
      yield* (await storage()).list()
    },
  }
}

async function folderStorage(dataDir: string): Promise<Storage> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  const disk = new Disk(new FSDriver({ location: pathToFileURL(join(dataDir, 'files/')), visibility: 'private' }))
  return {
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    read: (key) => disk.getBytes(key),
    stream: (key) => chunksOfFile(join(dataDir, 'files', key)),
    remove: (key) => disk.delete(key),
    size: async (key) => ((await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined),
    list: () => filesBelow(join(dataDir, 'files')),
  }
}

/** Bytes of a chunk of a stored file. */
const chunkBytes = 256 * 1024

/** Bytes of a file in one buffer: a new one for each chunk would wait for the garbage collector by tens of megabytes. */
async function* chunksOfFile(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const buffer = new Uint8Array(chunkBytes)
  for (;;) {
    const { bytesRead } = await file.read(buffer)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function* filesBelow(root: string): AsyncGenerator<StoredObject> {
  const folder = await opendir(root, { recursive: true }).catch(() => undefined)
  if (folder === undefined) return
  for await (const entry of folder) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // Removed meanwhile.
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined) yield { key: relative(root, path).split(sep).join('/'), modified: facts.mtime }
  }
}
