import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { certifications, companyClaims, users } from '../../db/tables/accounts.ts'
import { listingChanges, products, services } from '../../db/tables/catalogue.ts'
import { messages } from '../../db/tables/chat.ts'
import { declarations } from '../../db/tables/declarations.ts'
import { annexOpenings, demandChanges, demandFiles, offerVersions } from '../../db/tables/demands.ts'
import { deliveries, invoices, orderFiles } from '../../db/tables/fulfilment.ts'
import { parks } from '../../db/tables/drug.ts'
import { payments, refunds } from '../../db/tables/payments.ts'
import { adSettings } from '../../db/tables/reference.ts'
import { shopPictures, shopQualifications, shops } from '../../db/tables/shops.ts'

/** A column that names files, and how: the id, an own path /files/{id}/{name}, ids, or a list of `{ fileId }` in JSON. */
interface Reference {
  readonly column: AnyPgColumn
  readonly ids: SQL
}

const byId = (column: AnyPgColumn): Reference => ({ column, ids: sql`select ${column} from ${column.table}` })
const byPath = (column: AnyPgColumn): Reference => ({
  column,
  ids: sql`select split_part(${column}, '/', 3) from ${column.table} where ${column} like '/files/%'`,
})
const byIds = (column: AnyPgColumn): Reference => ({
  column,
  ids: sql`select unnest(${column}) from ${column.table}`,
})
const inList = (column: AnyPgColumn, list = sql`${column}`): Reference => ({
  column,
  ids: sql`select one ->> 'fileId' from ${column.table}, jsonb_array_elements(${list}) as one`,
})

/**
 * Every column that names files. What none of them names is thrown away after a while, so a new column belongs here;
 * tests/calls/operations/forget-files.test.ts fails on one that is missing.
 */
export const fileReferences: readonly Reference[] = [
  byPath(users.avatar),
  byId(certifications.licenceFileId),
  ...[byId(companyClaims.licenceFileId), byId(companyClaims.letterFileId)],
  byPath(shops.logo),
  byId(shopPictures.fileId),
  byId(shopQualifications.fileId),
  ...[inList(services.pictures), inList(services.attachments)],
  ...[inList(products.pictures), inList(products.attachments)],
  inList(listingChanges.form, sql`${listingChanges.form} -> 'pictures'`),
  inList(listingChanges.form, sql`${listingChanges.form} -> 'attachments'`),
  inList(offerVersions.files),
  ...[byId(demandFiles.fileId), byId(annexOpenings.fileId)],
  ...[byIds(demandChanges.fileIds), byIds(demandChanges.annexIds)],
  byPath(adSettings.picture),
  byId(messages.fileId),
  ...[byId(payments.voucherId), byId(refunds.voucherId)],
  ...[byIds(deliveries.fileIds), byId(orderFiles.fileId)],
  ...[byId(invoices.fileId), byId(invoices.redFileId)],
  inList(declarations.files),
  // Drawings among the pictures name no file.
  inList(parks.gallery, sql`jsonb_path_query_array(${parks.gallery}, '$[*] ? (exists(@.fileId))')`),
]

/** The ids of all files that something names, as a query. */
export const usedFileIds = (): SQL =>
  sql.join(
    fileReferences.map(({ ids }) => ids),
    sql` union all `,
  )
