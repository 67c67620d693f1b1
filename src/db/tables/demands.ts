import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { DemandStatus } from '../../domain/demands/demand-states.ts'
import type { Milestone, OfferItem } from '../../domain/demands/offer-terms.ts'
import type { OfferStatus } from '../../domain/demands/offer-states.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment, tsvector } from './columns.ts'
import { categories } from './reference.ts'

const inHall = (t: { status: AnyPgColumn; deletedAt: AnyPgColumn }) =>
  sql`${t.status} in ('open', 'evaluating', 'awarded') and ${t.deletedAt} is null`

export const demands = pgTable(
  'demands',
  {
    id: identity(),
    demandNo: text().notNull().unique(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    categoryPath: integer().array().notNull(),
    title: text().notNull(),
    /** Public summary. */
    summary: text().notNull(),
    /** What the work must meet, as label and value: species, route, guideline … */
    facts: jsonb().$type<{ label: string; value: string }[]>().notNull().default([]),
    /** null = 议价. */
    budget: fen(),
    districtCode: text(),
    deliverBy: text(),
    deadline: moment().notNull(),
    status: text().$type<DemandStatus>().notNull().default('draft'),
    reason: text().notNull().default(''),
    offerCount: integer().notNull().default(0),
    viewCount: bigint({ mode: 'number' }).notNull().default(0),
    words: tsvector()
      .notNull()
      .default(sql`''::tsvector`),
    publishedAt: moment(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (t) => [
    // The hall's orders, each over what everyone may see.
    index('demands_new').on(t.publishedAt.desc(), t.id.desc()).where(inHall(t)),
    index('demands_ending')
      .on(sql`(${t.status} <> 'open')`, t.deadline, t.id)
      .where(inHall(t)),
    index('demands_budget').on(t.budget, t.id).where(inHall(t)),
    index('demands_dearest').on(t.budget.desc(), t.id.desc()).where(inHall(t)),
    index('demands_offers').on(t.offerCount.desc(), t.id.desc()).where(inHall(t)),
    index('demands_deadline').on(t.status, t.deadline),
    index('demands_company').on(t.companyId, t.id.desc()),
    index('demands_category').using('gin', t.categoryPath),
    index('demands_words').using('gin', t.words),
    index('demands_title').using('gin', t.title.op('gin_trgm_ops')),
  ],
)

/** A supplier's offer: one live one a demand. Its terms are in the versions. */
export const offers = pgTable(
  'offers',
  {
    id: identity(),
    offerNo: text().notNull().unique(),
    demandId: integer()
      .notNull()
      .references(() => demands.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<OfferStatus>().notNull().default('draft'),
    /** Number of the version in force; 0 while only a draft. */
    version: integer().notNull().default(0),
    submittedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('offers_one_live')
      .on(t.demandId, t.companyId)
      .where(sql`${t.status} in ('draft', 'submitted', 'accepted')`),
    /** The database itself lets only one offer of a demand be accepted. */
    uniqueIndex('offers_one_accepted')
      .on(t.demandId)
      .where(sql`${t.status} = 'accepted'`),
    index('offers_company').on(t.companyId, t.id.desc()),
    index('offers_demand').on(t.demandId),
    index('offers_live')
      .on(t.id)
      .where(sql`${t.status} = 'submitted'`),
  ],
)

/** What was offered. Version 0 is the draft; from 1 up they are never changed. */
export const offerVersions = pgTable(
  'offer_versions',
  {
    id: identity(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    version: integer().notNull(),
    items: jsonb().$type<OfferItem[]>().notNull(),
    milestones: jsonb().$type<Milestone[]>().notNull(),
    total: fen().notNull(),
    durationDays: integer().notNull(),
    validUntil: moment().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [unique('offer_versions_number').on(t.offerId, t.version)],
)
