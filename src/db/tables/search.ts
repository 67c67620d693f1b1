import { bigint, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** Words people search for and words listings are found by: what the search box suggests. */
export const searchTerms = pgTable(
  'search_terms',
  {
    id: identity(),
    kind: text().$type<'service' | 'goods' | 'supplier'>().notNull(),
    /** As shown. */
    term: text().notNull(),
    /** What it is looked up by: lower case, without spaces. */
    key: text().notNull(),
    pinyin: text().notNull().default(''),
    initials: text().notNull().default(''),
    /** Listings or shops it leads to, as last counted. */
    hits: integer().notNull().default(0),
    /** How often it was searched for, each address once a day. */
    searches: bigint({ mode: 'number' }).notNull().default(0),
    updatedAt: createdAt(),
  },
  (t) => [
    unique('search_terms_one').on(t.kind, t.key),
    index('search_terms_key').on(t.kind, t.key.op('text_pattern_ops')),
    index('search_terms_pinyin').on(t.kind, t.pinyin.op('text_pattern_ops')),
    index('search_terms_initials').on(t.kind, t.initials.op('text_pattern_ops')),
    index('search_terms_most').on(t.kind, t.searches.desc(), t.hits.desc()),
    // For what is spelt almost so.
    index('search_terms_near').using('gin', t.pinyin.op('gin_trgm_ops')),
  ],
)

/**
 * That a word was searched for on a day, kept for a month and shown to nobody: what people look for may be a secret.
 * Only a word that many searched for on several days becomes a term.
 */
export const searchSightings = pgTable(
  'search_sightings',
  {
    kind: text().$type<'service' | 'goods' | 'supplier'>().notNull(),
    key: text().notNull(),
    term: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Hash of the address with a salt of that day: tells two addresses apart, and no day from another. */
    who: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key, t.day, t.who] }), index('search_sightings_day').on(t.day)],
)
