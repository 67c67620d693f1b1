import { isNotNull, type SQL } from 'drizzle-orm'
import type { Listings } from './search.ts'

/** Whether a listing is or once was on sale: only then may anyone know that it exists. */
export const wasOnSale = (t: Listings): SQL => isNotNull(t.publishedAt)
