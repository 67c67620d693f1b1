import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companyClaims, licenceReadings, users } from '../../../db/tables/accounts.ts'
import { listingChanges, productBatches, products, services } from '../../../db/tables/catalogue.ts'
import { messages } from '../../../db/tables/chat.ts'
import { dealEntries } from '../../../db/tables/deal-record.ts'
import { declarations } from '../../../db/tables/declarations.ts'
import { annexOpenings, demandChanges, demandFiles, offerVersions } from '../../../db/tables/demands.ts'
import { disputeEvidence } from '../../../db/tables/disputes.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import { agreementAnnexes } from '../../../db/tables/agreements.ts'
import { sampleShipments } from '../../../db/tables/samples.ts'
import { deliveries, invoices, orderFiles } from '../../../db/tables/fulfilment.ts'
import { complaints } from '../../../db/tables/moderation.ts'
import { invoiceReadings } from '../../../db/tables/matching.ts'
import { facts, files } from '../../../db/tables/operations.ts'
import { payments, payouts, refundRequests, refunds } from '../../../db/tables/payments.ts'
import { programmeFiles } from '../../../db/tables/programmes.ts'
import { adSettings } from '../../../db/tables/reference.ts'
import {
  announcements,
  entrySchedules,
  entryVersions,
  helpQuestions,
  sitePages,
} from '../../../db/tables/site-texts.ts'
import { certificateReadings, shopPictures, shopQualifications, shops } from '../../../db/tables/shops.ts'
import { filePurposes } from '../../../domain/operations/file-rules.ts'
import type { Providers } from '../../providers/providers.ts'
import type { StoredObject } from '../../providers/storage.ts'
import { storageKeysOf } from './files.ts'
import { incomingFolder } from './incoming-folder.ts'
import { deleteExpiredParts } from './upload-parts.ts'

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

/** Pictures in a Markdown text. */
const inText = (column: AnyPgColumn, text = sql`${column}`): FileReference => ({
  column,
  ids: sql`select (regexp_matches(${text}, '/files/([\\w-]+)/', 'g'))[1] from ${column.table} where ${text} like '%/files/%'`,
})
/** Pictures among the entries of a gallery: built-in illustrations are no files. */
const inGallery = (column: AnyPgColumn, gallery = sql`${column}`): FileReference =>
  inList(column, sql`jsonb_path_query_array(${gallery}, '$[*] ? (exists(@.fileId))')`)

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
  byId(productBatches.coaFileId),
  byId(productBatches.sdsFileId),
  inList(services.pictures),
  inList(services.attachments),
  inList(products.pictures),
  inList(products.attachments),
  inList(listingChanges.form, sql`${listingChanges.form} -> 'pictures'`),
  inList(listingChanges.form, sql`${listingChanges.form} -> 'attachments'`),
  inList(offerVersions.files),
  byId(agreementAnnexes.fileId),
  byId(sampleShipments.photoId),
  byId(demandFiles.fileId),
  byId(annexOpenings.fileId),
  byIds(demandChanges.fileIds),
  byIds(demandChanges.annexIds),
  byPath(adSettings.picture),
  byId(messages.fileId),
  byId(payments.voucherId),
  byId(refunds.voucherId),
  byId(payouts.receiptId),
  byIds(payouts.bouncedReceiptIds),
  byIds(refundRequests.fileIds),
  byIds(deliveries.fileIds),
  byIds(disputeEvidence.fileIds),
  byIds(complaints.fileIds),
  byId(orderFiles.fileId),
  byId(programmeFiles.fileId),
  // Contracts that were made for an order; other files of its record are files of the order too.
  {
    column: dealEntries.body,
    ids: sql`select one ->> 'fileId' from ${dealEntries}, jsonb_array_elements(${dealEntries.body}::jsonb -> 'files') as one
      where ${dealEntries.kind} = 'document' and ${dealEntries.event} = 'contract'`,
  },
  byId(invoices.fileId),
  byId(invoices.redFileId),
  inList(declarations.files),
  inGallery(parks.gallery),
  inGallery(entrySchedules.form, sql`${entrySchedules.form} -> 'gallery'`),
  inGallery(entryVersions.form, sql`${entryVersions.form} -> 'gallery'`),
  inText(announcements.content),
  inText(helpQuestions.content),
  inText(news.content),
  inText(parks.content),
  inText(policies.content),
  inText(sitePages.content),
  inText(entrySchedules.form, sql`(${entrySchedules.form} ->> 'content')`),
  inText(entryVersions.form, sql`(${entryVersions.form} ->> 'content')`),
  inText(facts.value, sql`(${facts.value} ->> 'content')`),
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
      for (const readings of [licenceReadings, certificateReadings])
        await tx.delete(readings).where(sql`${readings.fileId} = any(${sql.param(ids)}::text[])`)
      await tx.delete(invoiceReadings).where(sql`${invoiceReadings.fileId} = any(${sql.param(ids)}::text[])`)
      for (const key of gone.flatMap(storageKeysOf)) await storage.remove(key)
      return gone.length
    })
    forgotten += count
    if (count < batch) break
  }
  return forgotten
}

/** Milliseconds for which stored bytes may have no row (running uploads). */
const gracePeriodMs = 24 * 3_600_000
/** Keys per lookup, and maximum keys removed per run. */
const [filesPerCheck, maxRemoved] = [500, 20_000]
/** Keys created by upload.ts and generated-files.ts: nothing else in the folder or bucket is touched. */
const ownKey = new RegExp(`^(?:${filePurposes.join('|')})/(?:made-[0-9a-f]{1,128}-)?[\\w-]{22}(?:\\.small)?$`)
/** Share of files without a row above which the database is assumed to be old or of another installation. */
const suspiciousShare = 0.2
const suspiciousCount = 100

interface SweepContext {
  readonly providers: Pick<Providers, 'storage'>
  readonly config: Pick<Config, 'dataDir'>
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Milliseconds; default one day. */
  readonly graceMs?: number
}

/**
 * Removes stored bytes without a row after a day: leftovers of failed uploads or killed processes. Removes nothing when
 * a large share has no row, as after restoring an old database beside newer files. Returns the number of removed
 * objects.
 */
export async function sweepFiles(
  db: Db,
  { providers, config, log, graceMs = gracePeriodMs }: SweepContext,
): Promise<number> {
  await sweepIncoming(incomingFolder(config.dataDir), graceMs)
  const { storage } = providers
  const orphans: string[] = []
  let known = 0
  let part: StoredObject[] = []
  const before = Date.now() - graceMs
  const judge = async () => {
    const keys = [...new Set(part.map(({ key }) => ownerOf(key)))]
    const rows = await db
      .select({ key: files.storageKey })
      .from(files)
      .where(sql`${files.storageKey} = any(${sql.param(keys)}::text[])`)
    const named = new Set(rows.map(({ key }) => key))
    for (const { key } of part) {
      if (named.has(ownerOf(key))) known += 1
      else orphans.push(key)
    }
    part = []
  }
  for await (const one of storage.list()) {
    if (!ownKey.test(one.key) || one.modified.getTime() > before) continue
    part.push(one)
    if (part.length >= filesPerCheck) await judge()
    if (orphans.length >= maxRemoved) break
  }
  await judge()
  if (orphans.length >= suspiciousCount && orphans.length > suspiciousShare * (known + orphans.length)) {
    log.error({ orphans: orphans.length, known }, 'many stored files have no row: none was removed')
    return 0
  }
  for (const key of orphans) await storage.remove(key)
  if (orphans.length > 0) log.info({ removed: orphans.length }, 'stored files without a row removed')
  return orphans.length
}

/** A thumbnail belongs to the row of its picture. */
const ownerOf = (key: string) => key.replace(/\.small$/, '')

/** Removes bodies left by a killed process. */
async function sweepIncoming(folder: string, graceMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && facts.mtimeMs < Date.now() - graceMs) await rm(path, { force: true })
  }
}
