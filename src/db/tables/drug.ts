import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NewsSource } from '../../domain/content/news.ts'
import type { Facility, ParkFact, ParkField, ParkPicture } from '../../domain/content/parks.ts'
import type { PolicyLevel, PolicyTopic } from '../../domain/content/policies.ts'
import type { BookingStatus, VisitPart } from '../../domain/projects/booking-states.ts'
import { encryptedText, lookupColumn } from '../encryption/column-types.ts'
import { users } from './accounts.ts'
import { bodyFormat, createdAt, fen, identity, moment, editorialColumns } from './columns.ts'

/** Industry news, imported, read from feeds, or written by operators. */
export const news = pgTable(
  'news',
  {
    id: identity(),
    /** Deduplication key: the feed with its guid, or the key of the import. */
    guid: text().notNull().unique(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    content: text().notNull().default(''),
    format: bodyFormat(),
    sourceType: text().$type<NewsSource>().notNull(),
    sourceName: text().notNull(),
    /** Original URL; empty if there is none. */
    sourceUrl: text().notNull().default(''),
    /** Demo data that stand for a real third party. */
    isSample: boolean().notNull().default(false),
    publishedAt: moment().notNull(),
    createdAt: createdAt(),
    ...editorialColumns(),
  },
  (t) => [
    index('news_new').on(t.publishedAt.desc(), t.id.desc()),
    index('news_source').on(t.sourceType, t.publishedAt.desc(), t.id.desc()),
    // Finds existing articles from any feed. A hash index, because URLs may be too long for a B-tree.
    index('news_url').using('hash', t.sourceUrl),
    index('news_title').using('gin', t.title.op('gin_trgm_ops')),
  ],
)

/** Policies for developers and manufacturers; days as `2026-11-21`. */
export const policies = pgTable(
  'policies',
  {
    id: identity(),
    /** Key of the import. */
    code: text().notNull().unique(),
    title: text().notNull(),
    /** 文号; empty = none. */
    docNo: text().notNull().default(''),
    level: text().$type<PolicyLevel>().notNull(),
    /** Six digits of its province or city; null = the whole country. */
    districtCode: text(),
    issuer: text().notNull(),
    issuedOn: text().notNull(),
    effectiveOn: text().notNull(),
    /** Empty = no expiry. */
    expiresOn: text().notNull().default(''),
    topics: text().array().$type<PolicyTopic[]>().notNull().default([]),
    summary: text().notNull().default(''),
    content: text().notNull().default(''),
    format: bodyFormat(),
    sourceUrl: text().notNull().default(''),
    isSample: boolean().notNull().default(false),
    ...editorialColumns(),
  },
  (t) => [
    index('policies_new').on(t.issuedOn.desc(), t.id.desc()),
    index('policies_level').on(t.level, t.issuedOn.desc()),
    index('policies_province').on(sql`left(${t.districtCode}, 2)`, t.issuedOn.desc()),
  ],
)

/** Industrial parks for drugs and devices. */
export const parks = pgTable(
  'parks',
  {
    id: identity(),
    /** Key of the import. */
    code: text().notNull().unique(),
    name: text().notNull(),
    /** Six digits of its city or county. */
    districtCode: text().notNull(),
    address: text().notNull(),
    brief: text().notNull(),
    content: text().notNull().default(''),
    format: bodyFormat(),
    fields: text().array().$type<ParkField[]>().notNull().default([]),
    facilities: text().array().$type<Facility[]>().notNull().default([]),
    /** Total and available area in square metres. */
    areaTotal: integer().notNull(),
    areaFree: integer().notNull(),
    /** Fen per square metre and month; null = 面议. */
    rentLow: fen(),
    rentHigh: fen(),
    /** Opening year and number of companies. */
    openedIn: integer().notNull(),
    companyCount: integer().notNull().default(0),
    facts: jsonb().$type<ParkFact[]>().notNull().default([]),
    services: jsonb().$type<{ name: string; text: string }[]>().notNull().default([]),
    gallery: jsonb().$type<ParkPicture[]>().notNull().default([]),
    contactName: text().notNull(),
    contactPhone: text().notNull(),
    contactHours: text().notNull(),
    isSample: boolean().notNull().default(false),
    ...editorialColumns(),
  },
  (t) => [
    index('parks_province').on(sql`left(${t.districtCode}, 2)`),
    index('parks_facilities').using('gin', t.facilities),
    index('parks_fields').using('gin', t.fields),
  ],
)

/** Policies that apply to parks. */
export const parkPolicies = pgTable(
  'park_policies',
  {
    parkId: integer()
      .notNull()
      .references(() => parks.id, { onDelete: 'cascade' }),
    policyId: integer()
      .notNull()
      .references(() => policies.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.parkId, t.policyId] }), index('park_policies_policy').on(t.policyId)],
)

/** Bookings of park visits. */
export const bookings = pgTable(
  'bookings',
  {
    id: identity(),
    parkId: integer()
      .notNull()
      .references(() => parks.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The person's company at booking; null = none. */
    companyId: integer(),
    /** `2026-11-21`. */
    visitOn: text().notNull(),
    visitPart: text().$type<VisitPart>().notNull(),
    people: integer().notNull(),
    contact: text().notNull(),
    mobile: encryptedText('bookings.mobile').notNull(),
    mobileHash: lookupColumn('bookings.mobile'),
    /** Purpose of the visit. */
    purpose: text().notNull().default(''),
    status: text().$type<BookingStatus>().notNull().default('waiting'),
    /** Operator who answered, and the answer. */
    handledBy: integer(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    // One open booking per person, park and day.
    uniqueIndex('bookings_one_open')
      .on(t.userId, t.parkId, t.visitOn)
      .where(sql`${t.status} in ('waiting', 'confirmed')`),
    index('bookings_user').on(t.userId, t.id.desc()),
    index('bookings_status').on(t.status, t.id),
  ],
)
