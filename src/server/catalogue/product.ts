import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ProductDetail, productsCalls } from '../../contract/catalogue/products.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { preparedOn, unnamed } from '../../db/prepared.ts'
import { companies } from '../../db/tables/accounts.ts'
import { brands, productSpecs, products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Context, Handler } from '../handler.ts'
import { boxColumns, boxOf, detailColumns, detailOf } from './detail-row.ts'
import { wasOnSale } from './on-sale.ts'
import { regionNames } from './places.ts'
import { presentProduct, productColumns } from './product-rows.ts'

const columns = {
  ...productColumns,
  ...detailColumns(products),
  ...boxColumns,
  productIntro: products.summary,
  status: products.status,
  reason: products.reason,
  minOrder: products.minOrder,
  unit: products.unit,
  discounts: products.discounts,
  downPaymentPercent: products.downPaymentPercent,
  brandName: brands.name,
}

/** Products with all that their page shows but the specifications, in one read. */
export const productDetails = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(where)

export type ProductDetailRow = Awaited<ReturnType<typeof productDetails>>[number]

/** A read product in the names of the wire. */
export async function presentProductDetail(
  row: ProductDetailRow,
  specs: ProductDetail['specs'],
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ProductDetail> {
  const regionOf = await regionNames(context.db)
  return {
    ...presentProduct(row, regionOf),
    ...(await detailOf(row, context)),
    productIntro: row.productIntro,
    brandName: row.brandName ?? '',
    minOrder: row.minOrder,
    unit: row.unit,
    discounts: row.discounts.map((step) => ({ ...step })),
    downPaymentPercent: row.downPaymentPercent,
    specs,
    shop: await boxOf(row, regionOf, context),
  }
}

const specsOn = preparedOn((db) => {
  const { id, name, price, stock, sort, productId, removedAt } = productSpecs
  return db
    .select({ specId: id, name, price, stock })
    .from(productSpecs)
    .where(and(eq(productId, sql.placeholder('productId')), isNull(removedAt)))
    .orderBy(asc(sort), asc(id))
    .prepare(unnamed)
})

/** What a product is sold in, without what was taken off it. Where the price is 面议, nobody is told what is behind it. */
export async function specsOf(
  db: Db,
  { productId, priceType }: Pick<ProductDetailRow, 'productId' | 'priceType'>,
): Promise<ProductDetail['specs']> {
  const rows = await specsOn(db).execute({ productId })
  // Only a draft has a specification without a price; nothing on sale costs nothing.
  return rows.map((row) => ({ ...row, price: priceType === 2 || row.price === 0 ? null : row.price }))
}

const onSale = preparedOn((db) =>
  productDetails(
    db,
    and(eq(products.productNo, sql.placeholder('productNo')), eq(products.status, 'published')),
  ).prepare(unnamed),
)

/** A product on sale with its specifications and its shop; one that was on sale is gone. */
export const product: Handler<typeof productsCalls.product> = async ({ productNo }, context) => {
  const { db } = context
  const [row] = await onSale(db).execute({ productNo })
  if (row !== undefined) return presentProductDetail(row, await specsOf(db, row), context)
  const [before] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.productNo, productNo), wasOnSale(products)))
  throw new CallFailed(before === undefined ? 'notFound' : 'gone')
}
