import type { ServiceRow } from '../../../contract/catalogue/services.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { listingPictureUrl, mainPicture, placeholderImage, presentPrices, shopColumns } from './listing-row.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'

/** Columns of a service in a list. */
export const serviceColumns = {
  serviceId: services.id,
  serviceNo: services.serviceNo,
  serviceName: services.title,
  priceType: services.priceType,
  price: services.price,
  highPrice: services.highPrice,
  figure: services.figure,
  picture: mainPicture(services),
  tags: services.tags,
  durationText: services.durationText,
  categoryId: services.categoryId,
  districtCode: services.districtCode,
  ...shopColumns,
}
type NullableColumn = 'price' | 'highPrice'
type SelectedService = { readonly picture: string | null } & {
  [K in Exclude<keyof typeof serviceColumns, 'picture'>]:
    (typeof serviceColumns)[K]['_']['data'] | (K extends NullableColumn ? null : never)
}

/** A selected row in wire field names. */
export function presentService(row: SelectedService, regionOf: (code: string) => string): ServiceRow {
  const { priceType, districtCode, certification, picture, ...rest } = row
  const { price, highPrice } = presentPrices(row)
  const figure = placeholderImage(row.figure)
  return {
    ...rest,
    figure,
    servicePriceType: priceType,
    servicePrice: price,
    serviceHighPrice: highPrice,
    serviceMainPicUrl: listingPictureUrl(picture, row.figure),
    certified: isCertified(certification),
    districtName: regionOf(districtCode),
  }
}
