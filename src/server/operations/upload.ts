import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FilePurpose, filesCalls, Uploaded } from '../../contract/operations/files.ts'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import type { Context, Handler } from '../handler.ts'
import { fileUrl, hasSmall, keysOf, smallKey } from './files.ts'
import { smallPicture } from './pictures.ts'
import { audienceOf, keptFile, roomToday } from './upload-rules.ts'

export const upload: Handler<typeof filesCalls.upload> = async ({ purpose, file }, context) =>
  keepUpload(context, purpose, file)

/**
 * Keeps a file: bytes in the storage first, then its row, so that a row never names what is not there. What a failure
 * leaves behind is removed at once, or by the sweep (sweep-files.ts).
 */
export async function keepUpload(
  { caller, db, providers }: Pick<Context<'user'>, 'caller' | 'db' | 'providers'>,
  purpose: FilePurpose,
  file: File,
): Promise<Uploaded> {
  await roomToday(db, caller.userId, 0)
  const { bytes, name, contentType, sha256 } = await keptFile(purpose, file, `user ${caller.userId}`)
  const id = randomBytes(16).toString('base64url')
  const row = {
    ...{ id, purpose, audience: audienceOf[purpose], name, contentType, size: bytes.byteLength },
    ...{ userId: caller.userId, companyId: caller.companyId, storageKey: `${purpose}/${id}` },
    sha256,
  }
  try {
    await providers.storage.put(row.storageKey, bytes, contentType)
    const small = hasSmall(row) ? await smallPicture(bytes) : undefined
    if (small !== undefined) await providers.storage.put(smallKey(row), small, 'image/webp')
    await db.transaction((tx) => insertWithinDay(tx, row))
  } catch (cause) {
    for (const key of keysOf(row)) await providers.storage.remove(key).catch(() => undefined)
    throw cause
  }
  return { fileId: id, url: fileUrl(row), name, size: row.size, contentType }
}

/** One person's uploads are counted one after the other, so that many at once do not pass the day's bytes. */
async function insertWithinDay(tx: Db, row: typeof files.$inferInsert): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${row.userId})`)
  await roomToday(tx, row.userId, row.size)
  await tx.insert(files).values(row)
}
