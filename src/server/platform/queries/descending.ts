import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Descending with nulls last, as in the indexes: PostgreSQL uses an index only for the same null order. */
export const descending = (column: SQLWrapper): SQL => sql`${column} desc nulls last`
