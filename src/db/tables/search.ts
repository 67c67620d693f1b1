import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { KnowledgeRelation } from '../../domain/search/knowledge.ts'
import { users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

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
 * Search log by term and day, deleted after a month, since queries may be confidential. A term is suggested only after
 * many searches on several days; operators see the days on which enough addresses searched for it (`search_days`).
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
    /** What was found: nothing, listings without some of the words, listings with all of them. */
    found: text().$type<'none' | 'part' | 'all'>().notNull().default('all'),
    /** Words and concepts of the question in a fixed order (server/search/question-key.ts). */
    question: text().notNull().default(''),
    /** Whether a hit was opened, added to the cart, or asked about. */
    isOpened: boolean().notNull().default(false),
    isAdded: boolean().notNull().default(false),
    isAsked: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key, t.day, t.who] }), index('search_log_day').on(t.day)],
)

/** Numbers of searches by day and term, of terms that enough addresses searched for on that day. */
export const searchDays = pgTable(
  'search_days',
  {
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<'service' | 'goods' | 'supplier'>().notNull(),
    key: text().notNull(),
    term: text().notNull(),
    searches: integer().notNull(),
    /** Searches that found listings with all words, and with some. */
    answered: integer().notNull(),
    partly: integer().notNull(),
    opened: integer().notNull(),
    added: integer().notNull(),
    asked: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.key] })],
)

/**
 * Listings chosen after a question: once for each address, day, question and listing, deleted after a month. `who` is the
 * daily hash of `search_log`.
 */
export const searchChoices = pgTable(
  'search_choices',
  {
    kind: text().$type<'service' | 'product'>().notNull(),
    question: text().notNull(),
    listingId: integer().notNull(),
    day: date({ mode: 'string' }).notNull(),
    who: text().notNull(),
    /** Of the furthest step: opened, added to the cart, asked about. */
    weight: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.question, t.listingId, t.day, t.who] }),
    index('search_choices_day').on(t.day),
  ],
)

/** Listings that are chosen clearly more often than others after a question; they come first among equal hits. */
export const searchPreferences = pgTable(
  'search_preferences',
  {
    kind: text().$type<'service' | 'product'>().notNull(),
    question: text().notNull(),
    listingId: integer().notNull(),
    /** 1 to 3. */
    level: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.question, t.listingId] })],
)

/** Changes of operators to the files of src/db/knowledge: a row takes the place of the line with the same term. */
export const searchKnowledge = pgTable(
  'search_knowledge',
  {
    id: identity(),
    relation: text().$type<KnowledgeRelation>().notNull(),
    /** What terms are compared by. */
    key: text().notNull(),
    /** A term, or the CAS number of a compound. */
    term: text().notNull(),
    others: text().array().notNull(),
    /** Switched off: neither this row nor the line of the file is read. */
    isOff: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    /** Names whose documents must be written anew, since the row was last indexed. */
    touched: text().array().notNull().default([]),
    userId: integer()
      .notNull()
      .references(() => users.id),
    updatedAt: createdAt(),
  },
  (t) => [unique('search_knowledge_one').on(t.relation, t.key)],
)

/** Searches of listings that a person has saved, to be told of new ones. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text().$type<'service' | 'product'>().notNull(),
    name: text().notNull(),
    /** Query of the address of the list, without default values. */
    query: text().notNull(),
    /** Whether the person is notified of new listings. */
    isOn: boolean().notNull().default(true),
    /** Listings published before are found already. */
    foundUntil: moment().notNull(),
    /** When the person last opened it: later finds are new. */
    openedAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('saved_searches_user').on(t.userId, t.id), index('saved_searches_found').on(t.kind, t.foundUntil)],
)

/** Listings found for a saved search after it was saved, each once. */
export const savedSearchHits = pgTable(
  'saved_search_hits',
  {
    savedSearchId: integer()
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    listingId: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.savedSearchId, t.listingId] })],
)
