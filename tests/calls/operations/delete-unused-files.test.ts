import { eq, getTableName, is, sql, type SQL } from 'drizzle-orm'
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { FilePurpose } from '../../../src/contract/operations/files.ts'
import { certifications, companyClaims, users } from '../../../src/db/tables/accounts.ts'
import { listingChanges, productBatches, products, services } from '../../../src/db/tables/catalogue.ts'
import { messages } from '../../../src/db/tables/chat.ts'
import { declarations } from '../../../src/db/tables/declarations.ts'
import { annexOpenings, demandChanges, demandFiles, offerVersions } from '../../../src/db/tables/demands.ts'
import { news, parks, policies } from '../../../src/db/tables/drug.ts'
import { deliveries, invoices, orderFiles } from '../../../src/db/tables/fulfilment.ts'
import { facts, files } from '../../../src/db/tables/operations.ts'
import { agreementAnnexes } from '../../../src/db/tables/agreements.ts'
import { sampleShipments } from '../../../src/db/tables/samples.ts'
import { programmeFiles } from '../../../src/db/tables/programmes.ts'
import { adSettings } from '../../../src/db/tables/reference.ts'
import { paymentParts, payments, payouts, refunds } from '../../../src/db/tables/payments.ts'
import { schema } from '../../../src/db/tables/schema.ts'
import {
  announcements,
  entrySchedules,
  entryVersions,
  helpQuestions,
  sitePages,
} from '../../../src/db/tables/site-texts.ts'
import { shopPictures, shopQualifications, shops } from '../../../src/db/tables/shops.ts'
import { fileReferences, deleteUnusedFiles } from '../../../src/server/platform/files/delete-unused-files.ts'
import { contentOf } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const buyer = clientForFile(app, 'buyer')

let made = 0
/** A picture uploaded so many days ago. */
async function uploaded(days: number, purpose: FilePurpose = 'picture') {
  made += 1
  const file = new File([new Uint8Array(await gradient(50 + made, 40))], `forget-${made}.png`)
  const { fileId, url } = contentOf(await (made % 2 === 0 ? seller : buyer).upload(purpose, file))
  await app.db
    .update(files)
    .set({ createdAt: sql`now() - make_interval(days => ${days}, mins => 1)` })
    .where(eq(files.id, fileId))
  return { fileId, url, name: file.name, size: file.size }
}
const rowOf = async (fileId: string) => (await app.db.select().from(files).where(eq(files.id, fileId)))[0]
const run = () => deleteUnusedFiles(app.db, app.runtime.providers)

type Kept = Awaited<ReturnType<typeof uploaded>>
const first = (table: PgTable) => sql`(select min(id) from ${table})`
const put = async (table: PgTable, column: string, value: string) => {
  await app.db.execute(sql`update ${table} set ${sql.identifier(column)} = ${value} where id = ${first(table)}`)
}
const putJson = async (table: PgTable, column: string, value: unknown) => {
  await app.db.execute(
    sql`update ${table} set ${sql.identifier(column)} = ${JSON.stringify(value)}::text::jsonb where id = ${first(table)}`,
  )
}
const change = (form: object) =>
  app.db.execute(sql`insert into ${listingChanges} (kind, listing_id, company_id, user_id, form, status)
    select 'service', id, company_id, 1, ${JSON.stringify(form)}::text::jsonb, 'draft' from ${services}
    where id not in (select listing_id from ${listingChanges}) order by id limit 1`)
const ofDemand = async ({ fileId }: Kept, table: PgTable, columns: string, values: string) => {
  await app.db.execute(
    sql`insert into ${table} (demand_id, file_id, ${sql.raw(columns)}) select id, ${fileId}, ${sql.raw(values)} from demands order by id limit 1`,
  )
}

const ofChange = (named: SQL) =>
  app.db.execute(sql`insert into ${demandChanges}
    (demand_id, company_id, user_id, summary, facts, file_ids, annex_ids, confidential_text, own_terms)
    select id, company_id, user_id, '', '[]'::jsonb, ${named}, '', '' from demands
    where id not in (select demand_id from ${demandChanges}) order by id limit 1`)

const ofOrder = async (table: PgTable, columns: string, values: SQL) => {
  await app.db.execute(
    sql`insert into ${table} (order_id, ${sql.raw(columns)}) select id, ${values} from orders order by id limit 1`,
  )
}
const paid = ({ fileId }: Kept, paymentNo: string) =>
  app.db
    .execute(sql`insert into ${payments} (payment_no, company_id, user_id, method, amount, remark_code, voucher_id, expires_at)
    values (${paymentNo}, 1, 1, 'bank', 1, ${paymentNo}, ${fileId}, now()) returning id`)

const refunded = async (file: Kept) => {
  await paid({ ...file, fileId: (await uploaded(90)).fileId }, 'forget-2')
  await app.db.execute(sql`insert into ${paymentParts} (payment_id, order_id, line_id, amount)
    select p.id, l.order_id, l.id, 1 from ${payments} p, payment_lines l where p.payment_no = 'forget-2'
    order by l.id limit 1`)
  await app.db.execute(sql`insert into ${refunds} (refund_no, order_id, part_id, method, amount, reason, voucher_id)
    select 'forget-2', order_id, id, 'bank', 1, 'test', ${file.fileId} from ${paymentParts} order by id desc limit 1`)
}

const paidOutWith = (fileId: string) =>
  app.db.execute(sql`insert into ${payouts} (payout_no, company_id, amount, fee, receipt_id)
    values ('forget-3', 1, 0, 0, ${fileId})`)

/** A text that shows a picture. */
const textWith = ({ url }: Kept) => `看图\n\n![示意](${url})`
const scheduled = (form: object) =>
  app.db.execute(sql`insert into ${entrySchedules} (kind, entry_id, at, form, user_id)
    select 'park', coalesce(max(entry_id), 0) + 1, now() + interval '1 day', ${JSON.stringify(form)}::text::jsonb, 1
    from ${entrySchedules}`)
const versioned = (form: object) =>
  app.db.execute(sql`insert into ${entryVersions} (kind, entry_id, version, form, user_id)
    select 'park', 1, coalesce(max(version), 0) + 1, ${JSON.stringify(form)}::text::jsonb, 1 from ${entryVersions}`)

/** All references to files. */
const ways: readonly (readonly [name: string, put: (file: Kept) => Promise<unknown>])[] = [
  ['users.avatar', ({ url }) => put(users, 'avatar', url)],
  ['certifications.licenceFileId', ({ fileId }) => put(certifications, 'licence_file_id', fileId)],
  ['company_claims.licenceFileId', ({ fileId }) => put(companyClaims, 'licence_file_id', fileId)],
  ['company_claims.letterFileId', ({ fileId }) => put(companyClaims, 'letter_file_id', fileId)],
  ['shops.logo', ({ url }) => put(shops, 'logo', url)],
  [
    'shop_pictures.fileId',
    ({ fileId, url }) =>
      app.db.execute(sql`insert into ${shopPictures} (shop_id, file_id, url) values (1, ${fileId}, ${url})`),
  ],
  ['shop_qualifications.fileId', ({ fileId }) => put(shopQualifications, 'file_id', fileId)],
  ['services.pictures', (file) => putJson(services, 'pictures', [file])],
  ['services.attachments', (file) => putJson(services, 'attachments', [file])],
  ['product_batches.coaFileId', ({ fileId }) => put(productBatches, 'coa_file_id', fileId)],
  ['product_batches.sdsFileId', ({ fileId }) => put(productBatches, 'sds_file_id', fileId)],
  ['products.pictures', (file) => putJson(products, 'pictures', [file])],
  ['products.attachments', (file) => putJson(products, 'attachments', [file])],
  ['listing_changes.form', (file) => change({ pictures: [file], attachments: [] })],
  ['listing_changes.form', (file) => change({ pictures: [], attachments: [file] })],
  ['offer_versions.files', (file) => putJson(offerVersions, 'files', [file])],
  ['declarations.files', (file) => putJson(declarations, 'files', [file])],
  ['parks.gallery', (file) => putJson(parks, 'gallery', [{ view: 'site', caption: '示意' }, file])],
  ...[announcements, helpQuestions, news, parks, policies, sitePages].map(
    (table) => [`${getTableName(table)}.content`, (file: Kept) => put(table, 'content', textWith(file))] as const,
  ),
  ['entry_schedules.form', (file) => scheduled({ gallery: [{ view: 'site' }, file] })],
  ['entry_schedules.form', (file) => scheduled({ content: textWith(file) })],
  ['entry_versions.form', (file) => versioned({ gallery: [{ view: 'site' }, file] })],
  ['entry_versions.form', (file) => versioned({ content: textWith(file) })],
  [
    'facts.value',
    (file) => app.db.insert(facts).values({ key: 'entryDraft:news:900', value: { content: textWith(file) } }),
  ],
  ['demand_files.fileId', (file) => ofDemand(file, demandFiles, 'audience', `'public'`)],
  ['demand_changes.fileIds', ({ fileId }) => ofChange(sql`array[${fileId}]::text[], array[]::text[]`)],
  ['demand_changes.annexIds', ({ fileId }) => ofChange(sql`array[]::text[], array[${fileId}]::text[]`)],
  ['annex_openings.fileId', (file) => ofDemand(file, annexOpenings, 'company_id, user_id', '1, 1')],
  ['ad_settings.picture', ({ url }) => put(adSettings, 'picture', url)],
  ['messages.fileId', ({ fileId }) => put(messages, 'file_id', fileId)],
  ['payments.voucherId', (file) => paid(file, 'forget-1')],
  ['refunds.voucherId', (file) => refunded(file)],
  ['payouts.receiptId', ({ fileId }) => paidOutWith(fileId)],
  [
    'payouts.bouncedReceiptIds',
    ({ fileId }) =>
      app.db.execute(sql`insert into ${payouts} (payout_no, company_id, amount, fee, bounced_receipt_ids)
        values ('forget-4', 1, 0, 0, array[${fileId}]::text[])`),
  ],
  [
    'refund_requests.fileIds',
    ({ fileId }) =>
      app.db.execute(sql`insert into refund_requests (order_id, side, user_id, reason, answer_until, file_ids)
        select id, 'buyer', 1, 'x', now(), array[${fileId}]::text[] from orders order by id limit 1`),
  ],
  [
    'complaints.fileIds',
    async ({ fileId }) => {
      await app.db.execute(
        sql`insert into complaints (kind, subject_id, title, reason, reporter_user_id, file_ids)
          values ('service', 1, 'x', 'other', 1, array[${fileId}]::text[])`,
      )
    },
  ],
  [
    'dispute_evidence.fileIds',
    async ({ fileId }) => {
      await app.db.execute(
        sql`insert into dispute_evidence (dispute_id, side, company_id, user_id, text, file_ids)
          select d.id, 'buyer', o.buyer_company_id, o.buyer_user_id, 'x', array[${fileId}]::text[]
          from disputes d join orders o on o.id = d.order_id order by d.id limit 1`,
      )
    },
  ],
  [
    'deliveries.fileIds',
    ({ fileId }) => ofOrder(deliveries, 'seq, user_id, file_ids', sql`900, 1, array[${fileId}]::text[]`),
  ],
  [
    'deal_entries.body',
    ({ fileId }) =>
      app.db.execute(sql`insert into deal_entries (order_id, kind, event, side, body)
        select id, 'document', 'contract', 'buyer', ${JSON.stringify({ files: [{ fileId }] })} from orders order by id limit 1`),
  ],
  [
    'order_files.fileId',
    ({ fileId }) => ofOrder(orderFiles, 'file_id, kind, company_id, user_id', sql`${fileId}, 'other', 1, 1`),
  ],
  [
    'agreement_annexes.fileId',
    async ({ fileId }) => {
      await app.db
        .insert(agreementAnnexes)
        .values({ fileId, agreementId: 1, side: 'buyer', userId: 1, title: '附件', sha256: '0'.repeat(64) })
    },
  ],
  [
    'sample_shipments.photoId',
    ({ fileId }) =>
      ofOrder(sampleShipments, 'shipment_no, from_side, packed_by, photo_id', sql`'SH-photo', 'buyer', 1, ${fileId}`),
  ],
  [
    'programme_files.fileId',
    async ({ fileId }) => {
      await app.db.insert(programmeFiles).values({ fileId, programmeId: 1, userId: 1 })
    },
  ],
  [
    'invoices.fileId',
    ({ fileId }) => ofOrder(invoices, 'details, amount, user_id, file_id', sql`'{}'::jsonb, 1, 1, ${fileId}`),
  ],
  [
    'invoices.redFileId',
    ({ fileId }) => ofOrder(invoices, 'details, amount, user_id, red_file_id', sql`'{}'::jsonb, 1, 1, ${fileId}`),
  ],
]

test('referenced files stay at any age; unreferenced ones are deleted with their bytes, once', async () => {
  const kept: string[] = []
  for (const [, name] of ways) {
    const file = await uploaded(90)
    await name(file)
    kept.push(file.fileId)
  }
  const old = await uploaded(2)
  const sheet = await uploaded(29, 'attachment')
  const oldSheet = await uploaded(30, 'attachment')
  const young = await uploaded(1)
  const { storageKey = '' } = (await rowOf(old.fileId)) ?? {}
  expect((await app.runtime.providers.storage.read(storageKey)).byteLength).toBeGreaterThan(0)
  const counts = await Promise.all([run(), run()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await run()).toBe(0)
  for (const [at, fileId] of kept.entries()) expect(await rowOf(fileId), ways[at]?.[0]).toBeDefined()
  expect(await Promise.all([rowOf(old.fileId), rowOf(oldSheet.fileId)])).toEqual([undefined, undefined])
  for (const { fileId } of [sheet, young]) expect(await rowOf(fileId)).toBeDefined()
  await expect(app.runtime.providers.storage.read(storageKey)).rejects.toThrow(storageKey)
})

test('if the storage is unavailable the row stays and is deleted later', async () => {
  const { fileId } = await uploaded(3)
  const storage = { ...app.runtime.providers.storage, remove: () => Promise.reject(new Error('Down')) }
  await expect(deleteUnusedFiles(app.db, { storage })).rejects.toThrow('Down')
  expect(await rowOf(fileId)).toBeDefined()
  expect(await run()).toBe(1)
})

/** Columns that only look like file references. */
const others = new Set(['licence_readings.fileId', 'invoice_readings.fileId', 'certificate_readings.fileId'])

test('every column with file references is known', () => {
  const listed = fileReferences.map(({ column }) => `${getTableName(column.table)}.${column.name}`)
  expect([...new Set(ways.map(([name]) => name))].sort()).toEqual([...new Set(listed)].sort())
  const named = Object.values(schema).flatMap((table) => {
    if (!is(table, PgTable)) return []
    const { name, columns } = getTableConfig(table)
    return columns
      .filter((column) => /file|logo|avatar|picture|attachment|voucher|image|photo/i.test(column.name))
      .map((column) => `${name}.${column.name}`)
  })
  const missing = named.filter((name) => !listed.includes(name) && !others.has(name))
  expect(
    missing.map((name) => `${name}: say in src/server/platform/files/delete-unused-files.ts how it names files`),
  ).toEqual([])
})
