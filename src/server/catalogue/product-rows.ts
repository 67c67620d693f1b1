import { eq, sql, type SQL } from 'drizzle-orm'
import type { ProductRow } from '../../contract/catalogue/products.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { mainPicture, plateName, plateUrl, pricesOf, shopColumns } from './listing-row.ts'
import { regionNames } from './places.ts'

/** Columns of a product in a list. */
export const productColumns = {
  productId: products.id,
  productNo: products.productNo,
  productName: products.title,
  priceType: products.priceType,
  price: products.price,
  highPrice: products.highPrice,
  figure: products.figure,
  picture: mainPicture(products),
  tags: products.tags,
  cas: products.cas,
  catalogueNo: products.catalogueNo,
  specText: products.specText,
  categoryId: products.categoryId,
  districtCode: products.districtCode,
  ...shopColumns,
}
type Nullable = 'price' | 'highPrice' | 'cas' | 'catalogueNo'
type Read = { readonly picture: string | null } & {
  [K in Exclude<keyof typeof productColumns, 'picture'>]:
    (typeof productColumns)[K]['_']['data'] | (K extends Nullable ? null : never)
}

/** A read row in the names of the wire. */
export function presentProduct(row: Read, regionOf: (code: string) => string): ProductRow {
  const { priceType, districtCode, certification, picture, ...rest } = row
  const { price, highPrice } = pricesOf(row)
  const figure = plateName(row.figure)
  return {
    ...rest,
    figure,
    productPriceType: priceType,
    productPrice: price,
    productHighPrice: highPrice,
    productMainPicUrl: picture ?? plateUrl(figure),
    certified: certification === 'approved',
    districtName: regionOf(districtCode),
  }
}

/** The products of a `page (id, place)` in its order, with shop, company and place, in one read. */
export async function productRows(db: Db, page: SQL): Promise<ProductRow[]> {
  const rows = await db
    .select(productColumns)
    .from(products)
    .innerJoin(page, sql`page.id = ${products.id}`)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .orderBy(sql`page.place`)
  const regionOf = await regionNames(db)
  return rows.map((row) => presentProduct(row, regionOf))
}
