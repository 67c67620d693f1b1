import type { ListingKind } from './listing.ts'
import type { ListingForm } from './listing-form.ts'

/**
 * Services and goods share one form with common field names. The specification uses serviceName
 * and servicePrice, productName and productPrice on the wire; this file converts between the two.
 */
type Shared = Pick<ListingForm, 'title' | 'summary' | 'priceType' | 'price' | 'highPrice'>
type Rest<T> = Omit<T, keyof Shared>

const wireSuffixes = { title: 'Name', summary: 'Intro', priceType: 'PriceType', price: 'Price', highPrice: 'HighPrice' }
const isShared = (field: string): field is keyof typeof wireSuffixes => Object.hasOwn(wireSuffixes, field)

/** Wire name of a field of the shared form. */
export const wireFieldOf = (kind: ListingKind, field: string): string =>
  isShared(field) ? `${kind}${wireSuffixes[field]}` : field

/** Field of the shared form for a wire name. */
export const formFieldOf = (kind: ListingKind, called: string): string =>
  Object.keys(wireSuffixes).find((field) => wireFieldOf(kind, field) === called) ?? called

interface WireService {
  readonly serviceName: Shared['title']
  readonly serviceIntro: Shared['summary']
  readonly servicePriceType: Shared['priceType']
  readonly servicePrice: Shared['price']
  readonly serviceHighPrice: Shared['highPrice']
}
interface WireProduct {
  readonly productName: Shared['title']
  readonly productIntro: Shared['summary']
  readonly productPriceType: Shared['priceType']
  readonly productPrice: Shared['price']
  readonly productHighPrice: Shared['highPrice']
}

/** Converts a service form to wire field names. */
export const serviceToWire = <T extends Shared>({
  title,
  summary,
  priceType,
  price,
  highPrice,
  ...rest
}: T): Rest<T> & WireService => ({
  ...rest,
  serviceName: title,
  serviceIntro: summary,
  servicePriceType: priceType,
  servicePrice: price,
  serviceHighPrice: highPrice,
})
/** Converts a product form to wire field names. */
export const productToWire = <T extends Shared>({
  title,
  summary,
  priceType,
  price,
  highPrice,
  ...rest
}: T): Rest<T> & WireProduct => ({
  ...rest,
  productName: title,
  productIntro: summary,
  productPriceType: priceType,
  productPrice: price,
  productHighPrice: highPrice,
})

/** Converts a service form from wire field names. */
export const serviceFromWire = <T extends WireService>({
  serviceName: title,
  serviceIntro: summary,
  servicePriceType: priceType,
  servicePrice: price,
  serviceHighPrice: highPrice,
  ...rest
}: T): Omit<T, keyof WireService> & Shared => ({ ...rest, title, summary, priceType, price, highPrice })
/** Converts a product form from wire field names. */
export const productFromWire = <T extends WireProduct>({
  productName: title,
  productIntro: summary,
  productPriceType: priceType,
  productPrice: price,
  productHighPrice: highPrice,
  ...rest
}: T): Omit<T, keyof WireProduct> & Shared => ({ ...rest, title, summary, priceType, price, highPrice })
