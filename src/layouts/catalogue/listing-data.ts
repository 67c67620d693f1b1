import type { ShopBox } from '../../contract/catalogue/listing-fields.ts'
import type { ListingPrice } from '../../domain/money.ts'

/** Yuan with two decimals and no separators, as schema.org wants prices. */
const plain = (fen: number) => (fen / 100).toFixed(2)

const offerOf = (price: ListingPrice, url: string, seller: object) => {
  const offer = { priceCurrency: 'CNY', url, seller, availability: 'https://schema.org/InStock' }
  if (price.at === 'fixed') return { '@type': 'Offer', ...offer, price: plain(price.fen) }
  if (price.at === 'range')
    return { '@type': 'AggregateOffer', ...offer, lowPrice: plain(price.low), highPrice: plain(price.high) }
  return undefined
}

interface Listed {
  readonly name: string
  readonly description: string
  readonly category: string
  readonly sku: string
  readonly image: string
  readonly price: ListingPrice
  readonly shop: ShopBox
  readonly url: string
}

/** A listing as search engines read it: a service, or a product. Without a price there is no offer. */
export function listingData(type: 'Service' | 'Product', listed: Listed) {
  const provider = { '@type': 'Organization', name: listed.shop.companyName }
  const { name, description, category, sku, image, url } = listed
  const own = type === 'Service' ? { serviceType: category, provider } : { category, sku, brand: provider }
  return {
    '@context': 'https://schema.org',
    '@type': type,
    name,
    description,
    image,
    url,
    ...own,
    offers: offerOf(listed.price, url, provider),
  }
}
