import { bigint, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** Search terms for the suggestions of the search box. */
export const searchTerms = pgTable(
  'search_terms',
  {
    id: identity(),
    kind: text().$type<'service' | 'goods' | 'supplier'>().notNull(),
    /** Display form. */
    term: text().notNull(),
    /** Lookup key: lower case, without spaces. */
    key: text().notNull(),
    pinyin: text().notNull().default(''),
    initials: text().notNull().default(''),
    /** Listings or shops found, at the last count. */
    hits: integer().notNull().default(0),
    /** Number of searches, counted once per address and day. */
    searches: bigint({ mode: 'number' }).notNull().default(0),
    updatedAt: createdAt(),
  },
  (t) => [
    unique('search_terms_one').on(t.kind, t.key),
    index('search_terms_key').on(t.kind, t.key.op('text_pattern_ops')),
    index('search_terms_pinyin').on(t.kind, t.pinyin.op('text_pattern_ops')),
    index('search_terms_initials').on(t.kind, t.initials.op('text_pattern_ops')),
    index('search_terms_most').on(t.kind, t.searches.desc(), t.hits.desc()),
    // For similar spellings.
    index('search_terms_near').using('gin', t.pinyin.op('gin_trgm_ops')),
  ],
)

/**
 * Search log by term and day, deleted after a month and never shown, since queries may be confidential. A term is
 * suggested only after many searches on several days.
 */
export const searchLog = pgTable(
  'search_log',
  {
    kind: text().$type<'service' | 'goods' | 'supplier'>().notNull(),
    key: text().notNull(),
    term: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Hash of the address with a daily salt: distinguishes addresses within a day only. */
    who: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key, t.day, t.who] }), index('search_log_day').on(t.day)],
)
