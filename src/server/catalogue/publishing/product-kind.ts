import { setImmediate } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { productForm } from '../../../contract/catalogue/listing-form.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { brands, products } from '../../../db/tables/catalogue.ts'
import { cheapestSpec } from '../../../domain/catalogue/product-specs.ts'
import type { ProductForm } from '../../../domain/catalogue/listing-form.ts'
import { productErrors, productPrice } from '../../../domain/catalogue/listing-rules.ts'
import { checkForm } from './check-form.ts'
import type { ListingType, ListingToWrite } from './listing-type.ts'
import { changedColumns, sharedColumns, sharedForm } from './listing-columns.ts'
import { readSpecs, writeSpecs, type SpecRow } from './specs.ts'
import type { Db } from '../../../db/open.ts'
import { nameKey } from '../../../db/tables/columns.ts'

/** Comparison key of a brand, as in the table: case, spaces and character width are ignored. */
const brandKey = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').toLowerCase()

/** Ids of brands by their key; missing brands are created. Three statements for any number. */
async function brandIds(tx: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const named = new Map(names.filter((name) => brandKey(name) !== '').map((name) => [brandKey(name), name]))
  if (named.size === 0) return new Map()
  const keys = [...named.keys()]
  const known = await readBrandIds(tx, keys)
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length === 0) return known
  await tx
    .insert(brands)
    .values(missing.toSorted().map((key) => ({ name: named.get(key) ?? key })))
    // A concurrent request may create the same brand.
    .onConflictDoNothing()
  return readBrandIds(tx, keys)
}

async function readBrandIds(tx: Db, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const key = nameKey(brands.name)
  const rows = await tx
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(inArray(sql`${key}`, [...keys]))
  return new Map(rows.map(({ id, name }) => [brandKey(name), id]))
}

type Row = typeof products.$inferSelect
type Insert = typeof products.$inferInsert

/** Rows per insert. Tokenizing blocks the event loop, so other requests run between two inserts. */
const insertBatchSize = 100

export const productKind: ListingType<ProductForm> = {
  kind: 'product',
  word: '商品',
  permission: 'goods_manage',
  table: products,
  number: products.productNo,
  numberOf: (id) => `P${String(id).padStart(9, '0')}`,
  parse: (form) => productForm.parse(form),
  check: (form) => checkForm(productForm, form),
  faults: productErrors,
  read: async (db, where, lock) => {
    const query = db
      .select({ row: products, brandName: brands.name })
      .from(products)
      .leftJoin(brands, eq(brands.id, products.brandId))
      .where(where)
      .orderBy(products.id)
    const rows = await (lock === undefined ? query : query.for('no key update', { of: products }))
    const specs = await readSpecs(
      db,
      rows.map(({ row }) => row.id),
      lock,
    )
    return rows.map(({ row, brandName }) => ({
      ...row,
      no: row.productNo,
      form: formOf(row, brandName ?? '', specs.get(row.id) ?? []),
    }))
  },
  write: async (tx, rows, now) => {
    const brandOf = await brandIds(
      tx,
      rows.map(({ form }) => form.brandName),
    )
    for (let at = 0; at < rows.length; at += insertBatchSize) {
      const part = rows.slice(at, at + insertBatchSize)
      await insertRows(
        tx,
        products,
        part.map((row) => columnsOf(row, brandOf.get(brandKey(row.form.brandName)) ?? null, now)),
        [
          ...changedColumns,
          'brandId',
          'cas',
          'smiles',
          'hazards',
          'catalogueNo',
          'specText',
          'unit',
          'minOrder',
          'downPaymentPercent',
          'discounts',
        ],
      )
      await writeSpecs(
        tx,
        part.map(({ id, form }) => ({ productId: id, specs: form.specs })),
        now,
      )
      await setImmediate()
    }
  },
}

const columnsOf = (row: ListingToWrite<ProductForm>, brandId: number | null, now: Date): Insert => ({
  ...sharedColumns(row, now, {
    brand: row.form.brandName,
    numbers: [row.form.cas, row.form.catalogueNo, ...row.form.specs.map(({ code }) => code)],
    specifications: row.form.specs.map(({ name }) => name),
  }),
  ...productPrice(row.form),
  productNo: row.no,
  brandId,
  unit: row.form.unit,
  minOrder: row.form.minOrder,
  downPaymentPercent: row.form.downPaymentPercent,
  discounts: row.form.discounts,
  cas: row.form.cas === '' ? null : row.form.cas,
  smiles: row.form.smiles,
  hazards: [...row.form.hazards],
  catalogueNo: row.form.catalogueNo === '' ? null : row.form.catalogueNo,
  specText: cheapestSpec(row.form.specs)?.name ?? '',
})

const formOf = (row: Row, brandName: string, specs: readonly SpecRow[]): ProductForm => ({
  ...sharedForm(row),
  brandName,
  cas: row.cas ?? '',
  smiles: row.smiles,
  hazards: row.hazards,
  catalogueNo: row.catalogueNo ?? '',
  unit: row.unit,
  minOrder: row.minOrder,
  downPaymentPercent: row.downPaymentPercent,
  discounts: row.discounts,
  specs: specs.map(({ id, name, code, price, stock }) => ({
    specId: id,
    name,
    code,
    stock,
    was: stock,
    // Only a draft has a specification without a price; published ones cost more than 0.
    price: price === 0 ? null : price,
  })),
})
