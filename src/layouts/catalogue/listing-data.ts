import type { ProductDetail } from '../../contract/catalogue/products.ts'
import type { ServiceDetail } from '../../contract/catalogue/services.ts'
import { links } from '../../domain/links.ts'
import type { ListingPrice } from '../../domain/money.ts'
import { filled, fullAddress, sellerData } from '../structured-data.ts'
import { productPrice, servicePrice } from './cards.ts'

/** Yuan with two decimals and no separators, as schema.org wants prices. */
const plain = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

type Range = { readonly low: number; readonly high: number }
const rangeOf = (price: ListingPrice): Range | undefined =>
  price.at === 'ask' ? undefined : price.at === 'fixed' ? { low: price.fen, high: price.fen } : price

/** One price is an offer, several are an aggregate one; 面议 offers nothing that could be told. */
const offersOf = (range: Range | undefined, count: number, rest: Readonly<Record<string, unknown>>) => {
  if (range === undefined) return undefined
  const { low, high } = range
  const prices =
    low === high
      ? { '@type': 'Offer', price: plain(low) }
      : { '@type': 'AggregateOffer', lowPrice: plain(low), highPrice: plain(high), offerCount: Math.max(1, count) }
  return filled({ ...prices, priceCurrency: 'CNY', ...rest })
}

const few = 10
const inStock = (pieces: number) =>
  `https://schema.org/${pieces <= 0 ? 'OutOfStock' : pieces <= few ? 'LimitedAvailability' : 'InStock'}`

/** Own pictures, else the plate that stands for one. */
const imagesOf = (pictures: readonly string[], main: string, site: string) =>
  (pictures.length === 0 ? [main] : pictures).map((path) => fullAddress(path, site))

/** A service as search engines read it. */
export function serviceData(service: ServiceDetail, site: string) {
  const url = fullAddress(links.serviceDetail(service.serviceId), site)
  const provider = sellerData(service.shop, site)
  return filled({
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: service.serviceName,
    description: service.serviceIntro,
    serviceType: service.categoryPath.at(-1)?.categoryName,
    image: imagesOf(service.pictures, service.serviceMainPicUrl, site),
    url,
    provider,
    areaServed: service.areas.length === 0 ? '中国' : service.areas,
    offers: offersOf(rangeOf(servicePrice(service)), 1, { url, seller: provider }),
  })
}

/** A product as search engines read it; its offers are its specifications where these have prices of their own. */
export function productData(product: ProductDetail, site: string) {
  const url = fullAddress(links.goodsDetail(product.productNo), site)
  const prices = product.specs.flatMap(({ price }) => price ?? [])
  const range =
    prices.length === 0 ? rangeOf(productPrice(product)) : { low: Math.min(...prices), high: Math.max(...prices) }
  const pieces = product.specs.reduce((sum, { stock }) => sum + stock, 0)
  return filled({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.productName,
    description: product.productIntro,
    category: product.categoryPath.at(-1)?.categoryName,
    sku: product.productNo,
    mpn: product.catalogueNo,
    brand: product.brandName === '' ? undefined : { '@type': 'Brand', name: product.brandName },
    image: imagesOf(product.pictures, product.productMainPicUrl, site),
    url,
    offers: offersOf(range, prices.length, {
      url,
      availability: inStock(pieces),
      seller: sellerData(product.shop, site),
    }),
  })
}
