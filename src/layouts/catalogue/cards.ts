import type { ProductRow } from '../../contract/catalogue/products.ts'
import type { ServiceRow } from '../../contract/catalogue/services.ts'
import type { ListingBrief } from '../../contract/shops/shops.ts'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import { links } from '../../domain/links.ts'
import { listingPrice } from '../../domain/money.ts'
import type { GoodsCardProps, ServiceCardProps, ShopCardProps } from '../../ui/card-types.ts'
import {
  goodsFigures,
  isStructure,
  markNames,
  serviceFigures,
  type FigureName,
  type GoodsFigure,
  type MarkName,
  type ServiceFigure,
} from '../../ui/mark-names.ts'

/** A plate by the name that the calls give; one that services do not have becomes the 96-well plate. */
export const serviceFigure = (name: string): ServiceFigure => serviceFigures.find((each) => each === name) ?? 'wells'

/** A plate of goods; what only services have, goods show as a well plate. */
export const goodsFigure = (name: string): GoodsFigure =>
  isStructure(name) ? name : (goodsFigures.find((each) => each === name) ?? 'plate')

/** Any plate. */
export const anyFigure = (name: string): FigureName => serviceFigures.find((each) => each === name) ?? goodsFigure(name)

/** A category's mark; the tables may carry the file's name. */
export const markOf = (name: string): MarkName =>
  markNames.find((each) => each === name.replace(/^mark-/, '')) ?? 'consult'

/** A company without its legal form, where the card is narrow. */
const shortName = (name: string) => name.replace(/(股份)?有限(责任)?公司$/, '')

export const servicePrice = (row: Pick<ServiceRow, 'servicePriceType' | 'servicePrice' | 'serviceHighPrice'>) =>
  listingPrice(row.servicePriceType, row.servicePrice, row.serviceHighPrice)

export const productPrice = (row: Pick<ProductRow, 'productPriceType' | 'productPrice' | 'productHighPrice'>) =>
  listingPrice(row.productPriceType, row.productPrice, row.productHighPrice)

/** The own picture of a row; undefined where its address is that of a plate, which is drawn instead. */
export const ownPicture = (url: string): string | undefined => (url.startsWith('/figures/') ? undefined : url)

export const serviceCard = (row: ServiceRow): ServiceCardProps => ({
  id: row.serviceId,
  href: links.serviceDetail(row.serviceId),
  title: row.serviceName,
  tags: row.tags,
  cycle: row.durationText === '' ? undefined : row.durationText,
  price: servicePrice(row),
  shop: row.shopName,
  certified: row.certified,
  region: row.districtName,
  picture: ownPicture(row.serviceMainPicUrl),
  figure: serviceFigure(row.figure),
})

/** `CAS 103-90-2　100 mg`, or the article number beside the packing. */
const goodsNote = ({ cas, catalogueNo, specText }: ProductRow) =>
  [cas === null ? (catalogueNo === null ? '' : `货号 ${catalogueNo}`) : `CAS ${cas}`, specText]
    .filter(Boolean)
    .join('\u3000')

export const goodsCard = (row: ProductRow): GoodsCardProps => ({
  id: row.productId,
  href: links.goodsDetail(row.productNo),
  title: row.productName,
  note: goodsNote(row),
  price: productPrice(row),
  shop: shortName(row.shopName),
  certified: row.certified,
  picture: ownPicture(row.productMainPicUrl),
  figure: goodsFigure(row.figure),
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
