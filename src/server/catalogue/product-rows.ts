import { eq, sql, type SQL } from 'drizzle-orm'
import type { ProductRow } from '../../contract/catalogue/products.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { mainPicture, placeholderImage, placeholderImageUrl, presentPrices, shopColumns } from './listing-row.ts'
import { regionNames } from '../reference/region-names.ts'
import { isCertified } from '../../domain/accounts/certification.ts'

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
type NullableColumn = 'price' | 'highPrice' | 'cas' | 'catalogueNo'
type SelectedProduct = { readonly picture: string | null } & {
  [K in Exclude<keyof typeof productColumns, 'picture'>]:
    (typeof productColumns)[K]['_']['data'] | (K extends NullableColumn ? null : never)
}

/** A selected row in wire field names. */
export function presentProduct(row: SelectedProduct, regionOf: (code: string) => string): ProductRow {
  const { priceType, districtCode, certification, picture, ...rest } = row
  const { price, highPrice } = presentPrices(row)
  const figure = placeholderImage(row.figure)
  return {
    ...rest,
    figure,
    productPriceType: priceType,
    productPrice: price,
    productHighPrice: highPrice,
    productMainPicUrl: picture ?? placeholderImageUrl(figure),
    certified: isCertified(certification),
    districtName: regionOf(districtCode),
  }
}

/** The products of a `page (id, place)` in its order, with shop, company and region, in one query. */
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
