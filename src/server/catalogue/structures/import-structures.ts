import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { structuresCalls } from '../../../contract/catalogue/structures.ts'
import type { Db } from '../../../db/open.ts'
import { catalogueKeyOf, products } from '../../../db/tables/catalogue.ts'
import type { ProductForm } from '../../../domain/catalogue/listing-form.ts'
import { isListingInReview } from '../../../domain/catalogue/listing-states.ts'
import { sdfKeyLabels, sdfKeys, type SdfKey } from '../../../domain/catalogue/structures.ts'
import { catalogueKey } from '../../../domain/orders/quick-order.ts'
import type { Context, Handler } from '../../handler.ts'
import { ownFile } from '../../platform/files/files.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { assertCertified } from '../../session/authorise.ts'
import { sheetWork } from '../../work/work-pool.ts'
import { formErrors } from '../publishing/form-errors.ts'
import { findPendingChanges } from '../publishing/pending-changes.ts'
import { productKind } from '../publishing/product-kind.ts'
import { sellerRules, type SellerRules } from '../publishing/seller-rules.ts'
import { importListings } from '../publishing/sheets/import-listings.ts'
import type { ListingImport } from '../publishing/sheets/sheet-listings.ts'
import type { SdfRecord } from './read-sdf.ts'

interface RecordFault {
  readonly record: number
  readonly name: string
  readonly message: string
}

interface StructurePlan {
  readonly wanted: readonly ListingImport<ProductForm>[]
  readonly same: number
  readonly faults: readonly RecordFault[]
}

/** Faults that are returned; further ones are only counted. */
const maxFaults = 200

/** The first key that a record has: a number of goods is surer than a catalogue number, and that than a CAS number. */
function keyOf({ keys }: SdfRecord): { readonly key: SdfKey; readonly value: string } | undefined {
  for (const key of sdfKeys) {
    const value = keys[key]
    if (value !== undefined) return { key, value: key === 'catalogueNo' ? catalogueKey(value) : value.toUpperCase() }
  }
  return undefined
}

/** Own goods by their number, catalogue number and CAS number: one statement. */
async function findOwn(db: Db, companyId: number, records: readonly SdfRecord[]) {
  const asked = records.flatMap((record) => keyOf(record) ?? [])
  const valuesOf = (key: SdfKey) => [...new Set(asked.filter((one) => one.key === key).map(({ value }) => value))]
  const among = (values: readonly string[]) => sql.param([...values])
  const catalogueKeys = catalogueKeyOf(products.catalogueNo)
  const rows = await db
    .select({
      id: products.id,
      productNo: products.productNo,
      catalogueNo: sql<string | null>`${catalogueKeys}`,
      cas: products.cas,
    })
    .from(products)
    .where(
      and(
        eq(products.companyId, companyId),
        isNull(products.deletedAt),
        or(
          sql`${products.productNo} = any(${among(valuesOf('productNo'))}::text[])`,
          sql`${catalogueKeys} = any(${among(valuesOf('catalogueNo'))}::text[])`,
          sql`${products.cas} = any(${among(valuesOf('cas'))}::text[])`,
        ),
      ),
    )
  return (record: SdfRecord): readonly number[] => {
    const one = keyOf(record)
    return one === undefined ? [] : rows.filter((row) => row[one.key] === one.value).map(({ id }) => id)
  }
}

/** What each record changes; records of one product must agree. */
async function planRecords(
  { db, caller }: Context<'seller'>,
  rules: SellerRules,
  records: readonly SdfRecord[],
  submit: boolean,
): Promise<StructurePlan> {
  const ownOf = await findOwn(db, caller.companyId, records)
  const faults: RecordFault[] = []
  const structureOf = new Map<number, SdfRecord>()
  for (const record of records) {
    const fault = (message: string) => faults.push({ record: record.record, name: record.name, message })
    const one = keyOf(record)
    const ids = ownOf(record)
    if (record.smiles === '') fault('结构无法识别，或超过 999 个原子')
    else if (one === undefined) fault('没有“商品编号”“货号”或“CAS 号”字段，无法对应商品')
    else if (ids.length === 0) fault(`本店没有${sdfKeyLabels[one.key]}为 ${one.value.slice(0, 40)} 的商品`)
    for (const id of ids) {
      const before = structureOf.get(id)
      if (before !== undefined && before.smiles !== record.smiles)
        fault(`与第 ${before.record} 条对应同一商品，结构不同`)
      else if (record.smiles !== '') structureOf.set(id, record)
    }
  }
  const listings = await productKind.read(db, inArray(products.id, [...structureOf.keys()]))
  const changes = await findPendingChanges(db, productKind, listings)
  const wanted: ListingImport<ProductForm>[] = []
  for (const { id, no, status, version, form: current } of listings) {
    const record = structureOf.get(id)
    const form = changes.get(id)?.form ?? current
    if (record === undefined || form.smiles === record.smiles) continue
    const next = { ...form, smiles: record.smiles }
    const [error] = isListingInReview(status)
      ? [{ message: '正在审核，请先撤回或等待审核结果' }]
      : formErrors(productKind, rules, next, submit)
    if (error !== undefined) faults.push({ record: record.record, name: no, message: error.message })
    else wanted.push({ row: record.record, of: { id, no, status, version }, form: next })
  }
  return { wanted, same: listings.length - wanted.length, faults }
}

/** Structures of own goods from an SDF file: nothing is imported unless every record is right. */
export const structureImport: Handler<typeof structuresCalls.structureImport> = async (input, context) => {
  const { fileId, commit, submit } = input
  const { caller, db, note, providers } = context
  if (commit && submit) assertCertified(caller)
  const file = await ownFile(db, fileId, caller, 'attachment')
  const rules = await sellerRules(context, 'product', caller.shopId)
  const bytes = new Uint8Array(await providers.storage.read(file.storageKey))
  const records = await sheetWork.run('readSdf', bytes, {
    key: `company ${caller.companyId}`,
    transfer: [bytes.buffer],
    outOfMemory: 'sdfTooLarge',
  })
  const { wanted, same, faults } = await planRecords(context, rules, records, submit)
  const run = async (tx: Db) => {
    const committed = commit && faults.length === 0
    if (committed && wanted.length > 0) await importListings(productKind, rules, wanted, submit, { ...context, db: tx })
    note(`${file.name}，${committed ? `修改 ${wanted.length} 件` : '仅检查'}`)
    return {
      records: records.length,
      changed: wanted.length,
      same,
      committed,
      faults: faults.slice(0, maxFaults).map((fault) => ({ ...fault })),
      faultCount: faults.length,
    }
  }
  if (!commit) return run(db)
  // A file is imported once: a retry with the same file gets the first response.
  const call = structuresCalls.structureImport
  const { userId, companyId } = caller
  return call.output.parse(await runOnce(db, { call, userId, companyId, key: fileId, input }, run))
}
