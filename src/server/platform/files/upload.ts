import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FilePurpose, filesCalls, Uploaded } from '../../../contract/operations/files.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import type { Context, Handler } from '../../handler.ts'
import { fileUrl, hasThumbnail, storageKeysOf, thumbnailKey } from './files.ts'
import { createThumbnail } from './pictures.ts'
import { audienceOf, checkUpload, assertRoomToday } from './upload-rules.ts'

export const upload: Handler<typeof filesCalls.upload> = async ({ purpose, file }, context) =>
  saveUpload(context, purpose, file)

/**
 * Saves a file: bytes first, then its row, so that a row never refers to missing bytes. Leftovers of a failure are
 * removed immediately, or by delete-unused-files.ts.
 */
export async function saveUpload(
  { caller, db, providers }: Pick<Context<'user'>, 'caller' | 'db' | 'providers'>,
  purpose: FilePurpose,
  file: File,
): Promise<Uploaded> {
  await assertRoomToday(db, caller.userId, 0)
  const { bytes, name, contentType, sha256 } = await checkUpload(purpose, file, `user ${caller.userId}`)
  const id = randomBytes(16).toString('base64url')
  const row = {
    id,
    purpose,
    audience: audienceOf[purpose],
    name,
    contentType,
    size: bytes.byteLength,
    userId: caller.userId,
    companyId: caller.companyId,
    storageKey: `${purpose}/${id}`,
    sha256,
  }
  try {
    await providers.storage.put(row.storageKey, bytes, contentType)
    const small = hasThumbnail(row) ? await createThumbnail(bytes) : undefined
    if (small !== undefined) await providers.storage.put(thumbnailKey(row), small, 'image/webp')
    await db.transaction((tx) => insertWithinDay(tx, row))
  } catch (cause) {
    for (const key of storageKeysOf(row)) await providers.storage.remove(key).catch(() => undefined)
    throw cause
  }
  return { fileId: id, url: fileUrl(row), name, size: row.size, contentType }
}

/** Serialises the uploads of a user, so that parallel ones do not exceed the daily quota. */
async function insertWithinDay(tx: Db, row: typeof files.$inferInsert): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${row.userId})`)
  await assertRoomToday(tx, row.userId, row.size)
  await tx.insert(files).values(row)
}
