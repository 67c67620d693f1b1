import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { licenceReadings } from '../../db/tables/accounts.ts'
import { files } from '../../db/tables/operations.ts'
import type { Providers } from '../providers/providers.ts'
import { usedFileIds } from './file-references.ts'
import { keysOf } from './files.ts'
import { forgetParts } from './upload-parts.ts'

/** Files in one transaction, and transactions in one run: what is left goes the next night. */
const [batch, mostBatches] = [200, 50]

/**
 * Deletes uploads that nothing names any more, with their bytes: after two days, so that a form which is still open
 * keeps its own; attachments after thirty, for sheets that were made or read are of that purpose and named by nothing.
 * Bytes go within the transaction: where the storage is down the rows stay, and the next run tries again.
 */
export async function forgetFiles(db: Db, { storage }: Pick<Providers, 'storage'>): Promise<number> {
  await forgetParts(db)
  let forgotten = 0
  for (let round = 0; round < mostBatches; round += 1) {
    const count = await db.transaction(async (tx) => {
      const gone = await tx
        .delete(files)
        .where(
          sql`${files.id} in (
            select old.id from ${files} as old
            where old.created_at < now() - case when old.purpose = 'attachment' then interval '30 days' else interval '2 days' end
              and not exists (select 1 from (${usedFileIds()}) as used (id) where used.id = old.id)
            order by old.created_at limit ${batch})`,
        )
        .returning({
          id: files.id,
          purpose: files.purpose,
          contentType: files.contentType,
          storageKey: files.storageKey,
        })
      const ids = gone.map(({ id }) => id)
      await tx.delete(licenceReadings).where(sql`${licenceReadings.fileId} = any(${sql.param(ids)}::text[])`)
      for (const key of gone.flatMap(keysOf)) await storage.remove(key)
      return gone.length
    })
    forgotten += count
    if (count < batch) break
  }
  return forgotten
}
