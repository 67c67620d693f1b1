import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../../config.ts'

/** Where uploaded bytes lie: a folder or an S3 bucket. Keys are ours, never a person's words. */
export interface Storage {
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  /** Throws when there is nothing under the key. */
  readonly read: (key: string) => Promise<Uint8Array>
  readonly remove: (key: string) => Promise<void>
}

/** What the settings choose; its library is loaded with the first file. */
export function createStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Storage {
  const open = s3 === undefined ? () => folder(dataDir) : async () => (await import('./storage-s3.ts')).bucket(s3)
  let opened: Promise<Storage> | undefined
  const storage = () => (opened ??= open())
  return {
    put: async (key, bytes, contentType) => (await storage()).put(key, bytes, contentType),
    read: async (key) => (await storage()).read(key),
    remove: async (key) => (await storage()).remove(key),
  }
}

async function folder(dataDir: string): Promise<Storage> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  const disk = new Disk(new FSDriver({ location: pathToFileURL(join(dataDir, 'files/')), visibility: 'private' }))
  return {
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    read: (key) => disk.getBytes(key),
    remove: (key) => disk.delete(key),
  }
}
