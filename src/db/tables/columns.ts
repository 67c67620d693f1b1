import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { BodyFormat, EntryStatus } from '../../domain/content/entries/entry-states.ts'

/** Identity: a positive integer made by the database. */
export const identity = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** Money in fen. */
export const fen = () => bigint({ mode: 'number' })
/** Moment with zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
/** Cut words of the search: server/search/words.ts. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const createdAt = () => moment().notNull().defaultNow()
/** What operators look after in the browser: whether it is shown, and whose hand changed it last. */
export const tended = () => ({
  /** Only what is published is shown. */
  status: text().$type<EntryStatus>().notNull().default('published'),
  /** Counts the writes by hand: an older form is refused. */
  version: integer().notNull().default(1),
  /** Operator who changed it by hand last; null = nobody did, so imports may write over it. */
  editedBy: integer(),
  updatedAt: createdAt(),
})
/** How the text beside it is written. */
export const bodyFormat = () => text().$type<BodyFormat>().notNull().default('plain')

/**
 * What a name is compared by: case, spaces and the width of brackets do not make another name. The unique indexes are
 * on this very expression.
 */
export const nameKey = (name: SQLWrapper): SQL<string> =>
  sql`lower(regexp_replace(normalize(${name}, NFKC), '\\s', '', 'g'))`
