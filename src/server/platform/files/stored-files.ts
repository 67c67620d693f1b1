import { z } from 'zod'
import { storageKeysOf } from './files.ts'

/** Stored object of an uploaded file: the file itself or its thumbnail. */
export interface StoredBytes {
  readonly fileId: string
  readonly key: string
  /** Bytes and sha256 (hex) from the row; null for thumbnails, which have none. */
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

/** All stored objects according to the rows, by plain SQL; uses a cursor, so it must run in a transaction. */
export async function* storedFiles(
  query: (text: string) => Promise<Record<string, unknown>[]>,
): AsyncGenerator<StoredBytes> {
  await query(`declare stored no scroll cursor for select id, purpose, content_type as "contentType",
    storage_key as "storageKey", size, sha256 from files order by created_at, id`)
  for (;;) {
    const rows = z.array(fileRow).parse(await query('fetch 1000 from stored'))
    if (rows.length === 0) break
    for (const { id, size, sha256, ...row } of rows) {
      for (const key of storageKeysOf(row))
        yield { fileId: id, key, expected: key === row.storageKey ? { size, sha256 } : null }
    }
  }
  await query('close stored')
}
