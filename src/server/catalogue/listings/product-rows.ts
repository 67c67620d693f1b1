import type { ProductRow } from '../../../contract/catalogue/products.ts'
import { products } from '../../../db/tables/catalogue.ts'
import { listingPictureUrl, mainPicture, placeholderImage, presentPrices, shopColumns } from './listing-row.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'

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
    productMainPicUrl: listingPictureUrl(picture, row.figure),
    certified: isCertified(certification),
    districtName: regionOf(districtCode),
  }
}
