import type { ProductRow } from '../../contract/catalogue/products.ts'
import type { ServiceRow } from '../../contract/catalogue/services.ts'
import type { ListingBrief } from '../../contract/shops/shops.ts'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import { withoutLegalForm } from '../../domain/accounts/legal-form.ts'
import { links } from '../../domain/links.ts'
import { listingPrice } from '../../domain/money.ts'
import type { GoodsCardProps, ServiceCardProps, ShopCardProps } from '../../ui/card/card-types.ts'
import {
  goodsIllustrationOf,
  markNames,
  serviceIllustrationOf,
  type IllustrationName,
  type GoodsIllustration,
  type MarkName,
  type ServiceIllustration,
} from '../../ui/picture/mark-names.ts'
import { ownPicture } from '../../ui/picture/illustration-url.ts'

/** Placeholder image by the name in a call; the 96-well plate for unknown names. */
export const serviceIllustration = (name: string): ServiceIllustration => serviceIllustrationOf(name) ?? 'wells'

/** Placeholder image of goods; a well plate for names of services only. */
export const goodsIllustration = (name: string): GoodsIllustration => goodsIllustrationOf(name) ?? 'plate'

/** Placeholder image of any listing. */
export const listingIllustration = (name: string): IllustrationName =>
  serviceIllustrationOf(name) ?? goodsIllustration(name)

/** Icon of a category; the database may hold its file name. */
export const categoryMark = (name: string): MarkName =>
  markNames.find((each) => each === name.replace(/^mark-/, '')) ?? 'consult'

export const servicePrice = (row: Pick<ServiceRow, 'servicePriceType' | 'servicePrice' | 'serviceHighPrice'>) =>
  listingPrice(row.servicePriceType, row.servicePrice, row.serviceHighPrice)

export const productPrice = (row: Pick<ProductRow, 'productPriceType' | 'productPrice' | 'productHighPrice'>) =>
  listingPrice(row.productPriceType, row.productPrice, row.productHighPrice)

export const serviceCard = (row: ServiceRow): ServiceCardProps => ({
  id: row.serviceId,
  reference: String(row.serviceId),
  href: links.serviceDetail(row.serviceId),
  title: row.serviceName,
  tags: row.tags,
  cycle: row.durationText === '' ? undefined : row.durationText,
  price: servicePrice(row),
  shop: row.shopName,
  certified: row.certified,
  region: row.districtName,
  picture: ownPicture(row.serviceMainPicUrl),
  figure: serviceIllustration(row.figure),
})

/** `CAS 103-90-2　100 mg`, or the article number beside the packing. */
const goodsNote = ({ cas, catalogueNo, specText }: ProductRow) =>
  [cas === null ? (catalogueNo === null ? '' : `货号 ${catalogueNo}`) : `CAS ${cas}`, specText]
    .filter(Boolean)
    .join('\u3000')

export const goodsCard = (row: ProductRow): GoodsCardProps => ({
  id: row.productId,
  reference: row.productNo,
  href: links.goodsDetail(row.productNo),
  title: row.productName,
  note: goodsNote(row),
  price: productPrice(row),
  shop: withoutLegalForm(row.shopName),
  certified: row.certified,
  picture: ownPicture(row.productMainPicUrl),
  figure: goodsIllustration(row.figure),
})

export const shopCard = (row: ShopRow & { listings?: readonly ListingBrief[] }): ShopCardProps => ({
  id: row.shopId,
  href: links.shopHome({ id: row.shopId, orgId: row.orgId }),
  name: row.shopName,
  certified: row.certified,
  region: row.districtName,
  intro: row.shopBrief,
  tags: row.tags,
  services: row.serviceAccount,
  goods: row.productAccount,
  followers: row.followCount,
  logo: row.shopLogo === '' ? undefined : row.shopLogo,
  listings: row.listings?.map(({ kind, ref, title, priceType, price, highPrice }) => ({
    href: kind === 'service' ? links.serviceDetail(ref) : links.goodsDetail(ref),
    title,
    price: listingPrice(priceType, price, highPrice),
  })),
})
