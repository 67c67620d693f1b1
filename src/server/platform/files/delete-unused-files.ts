import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { licenceReadings, certifications, companyClaims, users } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import type { Providers } from '../../providers/providers.ts'
import { storageKeysOf } from './files.ts'
import { deleteExpiredParts } from './upload-parts.ts'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { messages } from '../../../db/tables/chat.ts'
import { declarations } from '../../../db/tables/declarations.ts'
import { annexOpenings, demandChanges, demandFiles, offerVersions } from '../../../db/tables/demands.ts'
import { deliveries, invoices, orderFiles } from '../../../db/tables/fulfilment.ts'
import { parks } from '../../../db/tables/drug.ts'
import { payments, refunds } from '../../../db/tables/payments.ts'
import { adSettings } from '../../../db/tables/reference.ts'
import { shopPictures, shopQualifications, shops } from '../../../db/tables/shops.ts'

/** A column that refers to files: by id, path /files/{id}/{name}, list of ids, or JSON list of `{ fileId }`. */
interface FileReference {
  readonly column: AnyPgColumn
  readonly ids: SQL
}

const byId = (column: AnyPgColumn): FileReference => ({ column, ids: sql`select ${column} from ${column.table}` })
const byPath = (column: AnyPgColumn): FileReference => ({
  column,
  ids: sql`select split_part(${column}, '/', 3) from ${column.table} where ${column} like '/files/%'`,
})
const byIds = (column: AnyPgColumn): FileReference => ({
  column,
  ids: sql`select unnest(${column}) from ${column.table}`,
})
const inList = (column: AnyPgColumn, list = sql`${column}`): FileReference => ({
  column,
  ids: sql`select one ->> 'fileId' from ${column.table}, jsonb_array_elements(${list}) as one`,
})

/**
 * Every column that refers to files. Unreferenced files are deleted, so a new column must be added here;
 * tests/calls/operations/delete-unused-files.test.ts fails on a missing one.
 */
export const fileReferences: readonly FileReference[] = [
  byPath(users.avatar),
  byId(certifications.licenceFileId),
  byId(companyClaims.licenceFileId),
  byId(companyClaims.letterFileId),
  byPath(shops.logo),
  byId(shopPictures.fileId),
  byId(shopQualifications.fileId),
  inList(services.pictures),
  inList(services.attachments),
  inList(products.pictures),
  inList(products.attachments),
  inList(listingChanges.form, sql`${listingChanges.form} -> 'pictures'`),
  inList(listingChanges.form, sql`${listingChanges.form} -> 'attachments'`),
  inList(offerVersions.files),
  byId(demandFiles.fileId),
  byId(annexOpenings.fileId),
  byIds(demandChanges.fileIds),
  byIds(demandChanges.annexIds),
  byPath(adSettings.picture),
  byId(messages.fileId),
  byId(payments.voucherId),
  byId(refunds.voucherId),
  byIds(deliveries.fileIds),
  byId(orderFiles.fileId),
  byId(invoices.fileId),
  byId(invoices.redFileId),
  inList(declarations.files),
  // Built-in illustrations among the pictures are no files.
  inList(parks.gallery, sql`jsonb_path_query_array(${parks.gallery}, '$[*] ? (exists(@.fileId))')`),
]

/** Query of the ids of all referenced files. */
const usedFileIds = (): SQL =>
  sql.join(
    fileReferences.map(({ ids }) => ids),
    sql` union all `,
  )

/** Files per transaction, and transactions per run; the rest is deleted in the next run. */
const [batch, maxBatches] = [200, 50]

/**
 * Deletes unreferenced uploads with their bytes: after two days, so that open forms keep theirs; attachments after
 * thirty, since generated and imported sheets are never referenced. Bytes are deleted within the transaction: if the
 * storage is down the rows stay, and the next run retries.
 */
export async function deleteUnusedFiles(db: Db, { storage }: Pick<Providers, 'storage'>): Promise<number> {
  await deleteExpiredParts(db)
  let forgotten = 0
  for (let round = 0; round < maxBatches; round += 1) {
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
      for (const key of gone.flatMap(storageKeysOf)) await storage.remove(key)
      return gone.length
    })
    forgotten += count
    if (count < batch) break
  }
  return forgotten
}
