import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { productForm } from '../../../contract/catalogue/listing-form.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { brands, products } from '../../../db/tables/catalogue.ts'
import { cheapestSpec } from '../../../domain/catalogue/cheapest-spec.ts'
import type { ProductForm } from '../../../domain/catalogue/listing-form.ts'
import { productFaults, productPrice } from '../../../domain/catalogue/listing-rules.ts'
import { brandIds, brandKey } from './brands.ts'
import { checked } from './checked.ts'
import type { Kind, Written } from './kind.ts'
import { changedColumns, sharedColumns, sharedForm } from './listing-columns.ts'
import { readSpecs, writeSpecs, type SpecRow } from './specs.ts'

type Row = typeof products.$inferSelect
type Insert = typeof products.$inferInsert

/** Rows of one insert; cutting their words takes a moment, and between two inserts other callers get their turn. */
const rowsAnInsert = 100

export const productKind: Kind<ProductForm> = {
  ...{ kind: 'product', word: '商品', permission: 'goods_manage' },
  table: products,
  number: products.productNo,
  numberOf: (id) => `P${String(id).padStart(9, '0')}`,
  parse: (form) => productForm.parse(form),
  check: (form) => checked(productForm, form),
  faults: productFaults,
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
      ...{ ...row, no: row.productNo },
      form: formOf(row, brandName ?? '', specs.get(row.id) ?? []),
    }))
  },
  write: async (tx, rows, now) => {
    const brandOf = await brandIds(
      tx,
      rows.map(({ form }) => form.brandName),
    )
    for (let at = 0; at < rows.length; at += rowsAnInsert) {
      const part = rows.slice(at, at + rowsAnInsert)
      await insertRows(
        tx,
        products,
        part.map((row) => columnsOf(row, brandOf.get(brandKey(row.form.brandName)) ?? null, now)),
        [
          ...[...changedColumns, 'brandId', 'cas', 'catalogueNo', 'specText', 'unit', 'minOrder'],
          ...['downPaymentPercent', 'discounts'],
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

const columnsOf = (row: Written<ProductForm>, brandId: number | null, now: Date): Insert => ({
  ...sharedColumns(row, now, {
    brand: row.form.brandName,
    numbers: [row.form.cas, row.form.catalogueNo, ...row.form.specs.map(({ code }) => code)],
  }),
  ...productPrice(row.form),
  ...{ productNo: row.no, brandId, unit: row.form.unit, minOrder: row.form.minOrder },
  ...{ downPaymentPercent: row.form.downPaymentPercent, discounts: row.form.discounts },
  cas: row.form.cas === '' ? null : row.form.cas,
  catalogueNo: row.form.catalogueNo === '' ? null : row.form.catalogueNo,
  specText: cheapestSpec(row.form.specs)?.name ?? '',
})

const formOf = (row: Row, brandName: string, specs: readonly SpecRow[]): ProductForm => ({
  ...sharedForm(row),
  ...{ brandName, cas: row.cas ?? '', catalogueNo: row.catalogueNo ?? '', unit: row.unit, minOrder: row.minOrder },
  ...{ downPaymentPercent: row.downPaymentPercent, discounts: row.discounts },
  specs: specs.map(({ id, name, code, price, stock }) => ({
    ...{ specId: id, name, code, stock, was: stock },
    // Only a draft has a specification without a price; nothing on sale costs nothing.
    price: price === 0 ? null : price,
  })),
})
