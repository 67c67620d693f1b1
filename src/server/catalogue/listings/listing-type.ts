import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { productRow, type ProductRow } from '../../../contract/catalogue/products.ts'
import { serviceRow, type ServiceRow } from '../../../contract/catalogue/services.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { productBands, serviceBands, type PriceBand } from '../../../domain/catalogue/price-bands.ts'
import type { Listings } from '../query/listings.ts'

/** One of the two kinds of listings: everything in which their lists differ. */
export interface ListingType<Row extends object = object> {
  readonly kind: ListingKind
  readonly table: Listings
  /** Reads a stored card: a row of its lists, as the contract answers it. The row is shared and frozen. */
  readonly parseCard: (text: string) => Row
  /** Its name in search terms and suggestions. */
  readonly searched: 'service' | 'goods'
  /** Price ranges of its facet menu. */
  readonly bands: readonly PriceBand[]
}

/** Maximum number of parsed cards in memory, of each kind. */
const maxParsed = 8_000

/** Validates each card once, however many answers show it. */
function createCardParser<Row extends object>(row: z.ZodType<Row>): (text: string) => Row {
  const parsed = new LRUCache<string, Row>({ max: maxParsed })
  return (text) => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const card = Object.freeze(row.parse(JSON.parse(text)))
    parsed.set(text, card)
    return card
  }
}

export const serviceType: ListingType<ServiceRow> = {
  kind: 'service',
  table: services,
  parseCard: createCardParser(serviceRow),
  searched: 'service',
  bands: serviceBands,
}

export const productType: ListingType<ProductRow> = {
  kind: 'product',
  table: products,
  parseCard: createCardParser(productRow),
  searched: 'goods',
  bands: productBands,
}
