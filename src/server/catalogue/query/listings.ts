import { isNotNull, type SQL } from 'drizzle-orm'
import type { products, services } from '../../../db/tables/catalogue.ts'

/** The two tables of listings, searched and filtered by their shared columns. */
export type Listings = typeof services | typeof products

/** Whether a listing is or was published: only then is its existence public. */
export const wasOnSale = (t: Listings): SQL => isNotNull(t.publishedAt)
