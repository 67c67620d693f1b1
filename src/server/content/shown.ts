import { and, eq, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { news } from '../../db/tables/drug.ts'

/** What operators have published, of a table that they look after. */
export const shown = ({ status }: { readonly status: PgColumn }): SQL => eq(status, 'published')

/** News that is out: a piece may be dated ahead, and comes out at that moment by the database's clock. */
export const shownNews = (): SQL | undefined => and(shown(news), lte(news.publishedAt, sql`now()`))
