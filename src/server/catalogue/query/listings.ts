import { isNotNull, sql, type SQL } from 'drizzle-orm'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'

/** The two tables of listings by kind, searched and filtered by their shared columns. */
export const listingTables = { service: services, product: products } as const
export type Listings = typeof services | typeof products

export const kindOf = (t: Listings): ListingKind => ('cas' in t ? 'product' : 'service')

/** Whether a listing is or was published: only then is its existence public. */
export const wasOnSale = (t: Listings): SQL => isNotNull(t.publishedAt)

/** Whether a listing is published, as a literal: a bound value would hide the partial indexes from a kept plan. */
export const isPublished = (t: Listings): SQL => sql`${t.status} = 'published'`
