import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import { cleanName } from '../../domain/operations/file-name.ts'
import type { Caller } from '../handler.ts'
import type { Providers } from '../providers/providers.ts'
import { fileUrl } from './files.ts'
import { audienceOf, contentTypes, roomToday } from './upload-rules.ts'

/** Keeps a sheet that was made for somebody as if they had uploaded it: theirs and their company's to download. */
export async function keepMadeSheet(
  { db, providers }: { readonly db: Db; readonly providers: Pick<Providers, 'storage'> },
  { userId, companyId }: Pick<Caller, 'userId' | 'companyId'>,
  title: string,
  bytes: Uint8Array,
): Promise<{ url: string; name: string }> {
  await roomToday(db, userId, bytes.byteLength)
  const id = randomBytes(16).toString('base64url')
  const row = {
    ...{ id, purpose: 'attachment' as const, audience: audienceOf.attachment, name: cleanName(title, 'xlsx') },
    ...{ contentType: contentTypes.xlsx, size: bytes.byteLength, userId, companyId, storageKey: `attachment/${id}` },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  await providers.storage.put(row.storageKey, bytes, row.contentType)
  await db.insert(files).values(row)
  return { url: fileUrl(row), name: row.name }
}
