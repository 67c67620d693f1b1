import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { sellerProductsCalls, StockPreviewRow } from '../../../contract/catalogue/seller-products.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, productSpecs } from '../../../db/tables/catalogue.ts'
import { isListingPublished } from '../../../domain/catalogue/listing-states.ts'
import type { Handler } from '../../handler.ts'
import { listingTags } from './move-effects.ts'
import { writeStock } from './specs.ts'

const specColumns = {
  specId: productSpecs.id,
  productId: products.id,
  productNo: products.productNo,
  catalogueNo: products.catalogueNo,
  status: products.status,
  title: products.title,
  specName: productSpecs.name,
  code: productSpecs.code,
  stock: productSpecs.stock,
}

/** Specifications of the goods of a company; the caller adds conditions. */
const ownSpecs = (companyId: number) =>
  and(isNull(productSpecs.removedAt), eq(products.companyId, companyId), isNull(products.deletedAt))

const selectSpecs = (db: Db) =>
  db.select(specColumns).from(productSpecs).innerJoin(products, eq(products.id, productSpecs.productId)).$dynamic()
type Spec = Awaited<ReturnType<typeof selectSpecs>>[number]

/** Codes are compared without regard to case. */
const keyOf = (code: string) => code.toLowerCase()
const maxStock = 100_000_000

export const stockPreview: Handler<typeof sellerProductsCalls.stockPreview> = async (input, { caller, db }) => {
  const own = ownSpecs(caller.companyId)
  if (input.by === 'percent') {
    const found = await selectSpecs(db).where(and(own, inArray(productSpecs.id, input.specIds)))
    const place = new Map(input.specIds.map((id, at) => [id, at]))
    return {
      rows: found
        .toSorted((a, b) => (place.get(a.specId) ?? 0) - (place.get(b.specId) ?? 0))
        .map((spec) => previewRow(spec, '', Math.round((spec.stock * (100 + input.percent)) / 100))),
    }
  }
  const keys = [...new Set(input.rows.map(({ code }) => keyOf(code)))]
  const isOneOf = (column: typeof productSpecs.code | typeof products.productNo | typeof products.catalogueNo) =>
    sql`lower(${column}) = any(${sql.param(keys)}::text[])`
  const found = await selectSpecs(db)
    .where(and(own, or(isOneOf(productSpecs.code), isOneOf(products.productNo), isOneOf(products.catalogueNo))))
    .orderBy(asc(productSpecs.id))
  const byCode = Map.groupBy(found, ({ code }) => keyOf(code))
  const byNumber = Map.groupBy(
    found.flatMap((spec) =>
      [spec.productNo, spec.catalogueNo ?? ''].map((number) => ({ spec, number: keyOf(number) })),
    ),
    ({ number }) => number,
  )
  const seen = new Set<number>()
  return {
    rows: input.rows.map(({ code, stock }) => {
      const key = keyOf(code)
      const named = byCode.get(key) ?? (byNumber.get(key) ?? []).map(({ spec }) => spec)
      const [spec] = named
      if (spec === undefined) return unknownRow(code, stock, '本店没有此编码的规格')
      if (named.length > 1) return unknownRow(code, stock, '有多个规格使用此编码或编号，请改用各规格的商家编码')
      if (seen.has(spec.specId)) return { ...previewRow(spec, code, stock), refused: '与前面的行重复' }
      seen.add(spec.specId)
      return previewRow(spec, code, stock)
    }),
  }
}

const previewRow = ({ specId, title, specName, stock: was }: Spec, code: string, stock: number): StockPreviewRow => {
  const refused = stock > maxStock ? '库存最多 1 亿件' : stock === was ? '库存不变' : ''
  return { specId, code, title, specName, was, stock, refused }
}

const unknownRow = (code: string, stock: number, refused: string): StockPreviewRow => ({
  specId: null,
  code,
  title: '',
  specName: '',
  was: null,
  stock,
  refused,
})

/** Locks the goods first, by id, as saving their forms does; then the specifications, as orders do. */
export const stockAdjust: Handler<typeof sellerProductsCalls.stockAdjust> = async (
  { rows },
  { caller, db, pages, after, note },
) =>
  db.transaction(async (tx) => {
    const wanted = new Map(rows.map((row) => [row.specId, row]))
    const ids = [...wanted.keys()]
    const own = and(ownSpecs(caller.companyId), inArray(productSpecs.id, ids))
    const held = await tx
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, selectSpecIds(tx).where(own)))
      .orderBy(asc(products.id))
      .for('no key update')
    await tx
      .select({ id: productSpecs.id })
      .from(productSpecs)
      .where(
        and(
          inArray(productSpecs.id, ids),
          inArray(
            productSpecs.productId,
            held.map(({ id }) => id),
          ),
        ),
      )
      .orderBy(asc(productSpecs.id))
      .for('no key update')
    const found = await selectSpecs(tx).where(own)
    if (found.length < ids.length) throw new CallFailed('notFound')
    const outdated = found.filter(({ specId, stock }) => wanted.get(specId)?.was !== stock)
    if (outdated.length > 0) {
      const specs = outdated.map(({ specId, title, specName, stock }) => ({ specId, title, specName, stock }))
      throw new CallFailed('stocksOutdated', { specs })
    }
    await writeStock(tx, new Map(rows.map(({ specId, stock }) => [specId, stock])))
    note(`${found.length} 个规格`)
    const published = found.filter(({ status }) => isListingPublished(status))
    const tags = published.map(({ productId, productNo }) => ({ id: productId, no: productNo }))
    if (tags.length > 0) after(() => pages.invalidate(listingTags('product', caller.shopId, tags)))
    return { done: found.length }
  })

const selectSpecIds = (db: Db) =>
  db
    .select({ id: productSpecs.productId })
    .from(productSpecs)
    .innerJoin(products, eq(products.id, productSpecs.productId))
    .$dynamic()
