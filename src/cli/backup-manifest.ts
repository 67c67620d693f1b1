import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sequenceValue, tablePart } from '../db/dump.ts'

/**
 * A backup is a folder (0700, its files 0600): `manifest.json` with its sha256 beside it, `rows/TABLE.jsonl.gz`,
 * `files.jsonl` with a line for each stored file, and `files/KEY` with their bytes.
 */

export const manifest = z.object({
  format: z.literal(1),
  /** Time of the snapshot, ISO 8601. */
  createdAt: z.string(),
  /** Program version that wrote it. */
  program: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ hash: z.string(), when: z.number() })),
  tables: z.array(tablePart),
  sequences: z.array(sequenceValue),
  files: z.object({
    /** `folder`: the bytes are in the backup. `bucket`: they stay in the S3 bucket, the backup only names them. */
    where: z.enum(['folder', 'bucket']),
    bucket: z.string().nullable(),
    count: z.int(),
    bytes: z.int(),
    /** sha256 (hex) of `files.jsonl`. */
    sha256: z.string(),
    /** Keys referenced by rows whose files were already missing at the time of the backup. */
    missing: z.array(z.string()),
  }),
  /** Ids of the encryption keys in use, each with a sample ciphertext to verify the key. */
  dataKeys: z.array(z.object({ id: z.string(), column: z.string(), sample: z.string() })).default([]),
})
export type Manifest = z.output<typeof manifest>

/** A line of `files.jsonl`. Keys name files below a folder: they must not lead out of it. */
export const filePart = z.object({
  key: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/),
  /** Null for a resized picture that stays in a bucket. */
  bytes: z.int().min(0).nullable(),
  sha256: z.string().nullable(),
})
export type FilePart = z.output<typeof filePart>

export const names = {
  manifest: 'manifest.json',
  manifestHash: 'manifest.sha256',
  filesList: 'files.jsonl',
  rows: (table: string): string => `rows/${table}.jsonl.gz`,
  file: (key: string): string => `files/${key}`,
} as const

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** Reads the manifest of a backup. Throws a message if the folder is not a backup, or is damaged. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, names.manifest)
  if (!existsSync(file)) throw new Error(`${folder} is no backup: ${names.manifest} is missing`)
  const text = readFileSync(file)
  const hashFile = join(folder, names.manifestHash)
  const expected = existsSync(hashFile) ? readFileSync(hashFile, 'utf8').trim() : ''
  if (sha256(text) !== expected) throw new Error(`The backup is damaged: ${names.manifest} is not as it was written`)
  const read = manifest.safeParse(JSON.parse(text.toString('utf8')))
  if (!read.success) throw new Error(`The backup has a form that this program does not know: update the program`)
  return read.data
}
