import type { ProductDetail } from '../../../contract/catalogue/products.ts'
import type { ServiceDetail } from '../../../contract/catalogue/services.ts'
import type { ComparableListing } from '../../../domain/catalogue/compare-listings.ts'
import { links } from '../../../domain/links.ts'
import { listingPrice, listingPriceText, yuan, type ListingPrice } from '../../../domain/money.ts'
import type { IllustrationName } from '../../../ui/picture/mark-names.ts'
import { goodsIllustration, productPrice, serviceIllustration, servicePrice } from '../listing-cards.ts'
import { ownPicture } from '../../../ui/picture/illustration-url.ts'

/** A listing of a comparison: its head, and what the rows show. */
export interface ComparedDetail {
  readonly ref: string
  readonly href: string
  readonly title: string
  readonly price: ListingPrice
  readonly picture: string | undefined
  readonly figure: IllustrationName
  readonly listing: ComparableListing
}

/** Facts that have rows of their own. */
const shownApart = new Set(['CAS 号', '货号'])

const sharedParts = (detail: ServiceDetail | ProductDetail) => ({
  category: detail.categoryPath.map(({ categoryName }) => categoryName).join(' / '),
  shopName: detail.shopName,
  certified: detail.certified,
  place: detail.districtName,
  foundedAt: detail.shop.foundedAt,
  tags: detail.tags,
  certificates: detail.certificates.map(({ name, number, until }) => ({ name, number, until: until.slice(0, 10) })),
  capabilities: detail.capabilities,
  areas: detail.areas,
  facts: detail.facts.filter(({ label }) => !shownApart.has(label)),
  deliverables: detail.deliverables.map(({ name, note }) => (note === '' ? name : `${name}：${note}`)),
})

export function comparedService(detail: ServiceDetail): ComparedDetail {
  const price = servicePrice(detail)
  const down = detail.downPaymentPercent === 0 ? '' : `${detail.downPaymentPercent}%`
  return {
    ref: String(detail.serviceId),
    href: links.serviceDetail(detail.serviceId),
    title: detail.serviceName,
    price,
    picture: ownPicture(detail.serviceMainPicUrl),
    figure: serviceIllustration(detail.figure),
    listing: {
      ...sharedParts(detail),
      price: listingPriceText(price),
      own: [
        { label: '周期', value: detail.durationText },
        { label: '首付款', value: down },
      ],
    },
  }
}

export function comparedProduct(detail: ProductDetail): ComparedDetail {
  const price = productPrice(detail)
  const unit = detail.unit === '' ? '件' : detail.unit
  const specs = detail.specs.map((spec) => `${spec.name}　${spec.price === null ? '面议' : `¥${yuan(spec.price)}`}`)
  return {
    ref: detail.productNo,
    href: links.goodsDetail(detail.productNo),
    title: detail.productName,
    price,
    picture: ownPicture(detail.productMainPicUrl),
    figure: goodsIllustration(detail.figure),
    listing: {
      ...sharedParts(detail),
      price: listingPriceText(listingPrice(detail.productPriceType, detail.productPrice, detail.productHighPrice)),
      own: [
        { label: '规格与价格', value: specs.join('\n') },
        { label: '库存', value: detail.specs.map(({ name, stock }) => `${name}　${stock} ${unit}`).join('\n') },
        { label: '起订量', value: `${detail.minOrder} ${unit}` },
        { label: '品牌', value: detail.brandName },
        { label: 'CAS 号', value: detail.cas ?? '' },
        { label: '货号', value: detail.catalogueNo ?? '' },
      ],
    },
  }
}
