import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core'

/** Identity: a positive integer made by the database. */
export const identity = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** Money in fen. */
export const fen = () => bigint({ mode: 'number' })
/** Moment with zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
/** Cut words of the search: server/search/words.ts. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const createdAt = () => moment().notNull().defaultNow()

/**
 * What a name is compared by: case, spaces and the width of brackets do not make another name. The unique indexes are
 * on this very expression.
 */
export const nameKey = (name: SQLWrapper): SQL<string> =>
  sql`lower(regexp_replace(normalize(${name}, NFKC), '\\s', '', 'g'))`
