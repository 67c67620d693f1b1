import { isNotNull, type SQL } from 'drizzle-orm'
import type { Listings } from './keyword-match.ts'

/** Whether a listing is or was published: only then is its existence public. */
export const wasOnSale = (t: Listings): SQL => isNotNull(t.publishedAt)
