import { z } from 'zod'
import { keysOf } from './files.ts'

/** Bytes that belong to an uploaded file: its own, or a small form beside it. */
export interface StoredBytes {
  readonly fileId: string
  readonly key: string
  /** Bytes and sha256 (hex) as the row says; null for a small form, of which nothing is written down. */
  readonly expected: { readonly size: number; readonly sha256: string } | null
}

const fileRow = z.object({
  id: z.string(),
  purpose: z.string(),
  contentType: z.string(),
  storageKey: z.string(),
  size: z.int(),
  sha256: z.string(),
})

/** Everything that rows say is in the storage, by plain SQL; opens a cursor, so it must run in a transaction. */
export async function* storedFiles(
  query: (text: string) => Promise<Record<string, unknown>[]>,
): AsyncGenerator<StoredBytes> {
  await query(`declare stored no scroll cursor for select id, purpose, content_type as "contentType",
    storage_key as "storageKey", size, sha256 from files order by created_at, id`)
  for (;;) {
    const rows = z.array(fileRow).parse(await query('fetch 1000 from stored'))
    if (rows.length === 0) break
    for (const { id, size, sha256, ...row } of rows) {
      for (const key of keysOf(row))
        yield { fileId: id, key, expected: key === row.storageKey ? { size, sha256 } : null }
    }
  }
  await query('close stored')
}
