import type { ProductDetail } from '../../../contract/catalogue/products.ts'
import type { ServiceDetail } from '../../../contract/catalogue/services.ts'
import { links } from '../../../domain/links.ts'
import type { ListingPrice } from '../../../domain/money.ts'
import { withoutEmpty, fullAddress, sellerData } from '../../shell/structured-data.ts'
import { productPrice, servicePrice } from '../listing-cards.ts'

/** Yuan with two decimals and no separators, as schema.org wants prices. */
const yuanText = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

type PriceRange = { readonly low: number; readonly high: number }
const rangeOf = (price: ListingPrice): PriceRange | undefined =>
  price.at === 'ask' ? undefined : price.at === 'fixed' ? { low: price.fen, high: price.fen } : price

/** One price is an Offer, several are an AggregateOffer; none for 面议. */
const offersOf = (range: PriceRange | undefined, count: number, rest: Readonly<Record<string, unknown>>) => {
  if (range === undefined) return undefined
  const { low, high } = range
  const prices =
    low === high
      ? { '@type': 'Offer', price: yuanText(low) }
      : {
          '@type': 'AggregateOffer',
          lowPrice: yuanText(low),
          highPrice: yuanText(high),
          offerCount: Math.max(1, count),
        }
  return withoutEmpty({ ...prices, priceCurrency: 'CNY', ...rest })
}

const lowStockLimit = 10
const availabilityOf = (pieces: number) =>
  `https://schema.org/${pieces <= 0 ? 'OutOfStock' : pieces <= lowStockLimit ? 'LimitedAvailability' : 'InStock'}`

/** Uploaded pictures, else the placeholder image. */
const imagesOf = (pictures: readonly string[], main: string, site: string) =>
  (pictures.length === 0 ? [main] : pictures).map((path) => fullAddress(path, site))

/** Structured data of a service. */
export function serviceData(service: ServiceDetail, site: string) {
  const url = fullAddress(links.serviceDetail(service.serviceId), site)
  const provider = sellerData(service.shop, site)
  return withoutEmpty({
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

/** Structured data of a product; one offer per specification with its own price. */
export function productData(product: ProductDetail, site: string) {
  const url = fullAddress(links.goodsDetail(product.productNo), site)
  const prices = product.specs.flatMap(({ price }) => price ?? [])
  const range =
    prices.length === 0 ? rangeOf(productPrice(product)) : { low: Math.min(...prices), high: Math.max(...prices) }
  const pieces = product.specs.reduce((sum, { stock }) => sum + stock, 0)
  return withoutEmpty({
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
      availability: availabilityOf(pieces),
      seller: sellerData(product.shop, site),
    }),
  })
}
