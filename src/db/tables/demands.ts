import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { ChangeStatus } from '../../domain/change-states.ts'
import type { DemandStatus } from '../../domain/demands/demand-states.ts'
import type { Milestone, OfferItem } from '../../domain/demands/offer-terms.ts'
import type { OfferFile } from '../../domain/demands/offer-files.ts'
import type { Answer, DemandQuestion } from '../../domain/demands/questions.ts'
import type { NeedStatus } from '../../domain/demands/need-states.ts'
import type { OfferStatus } from '../../domain/demands/offer-states.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment, tsvector } from './columns.ts'
import { files } from './operations.ts'
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
    /** Template it was started from, and which version of it; null = none. */
    templateKey: text(),
    templateVersion: integer(),
    /** What every offer answers, fixed with the demand: a later version of the template changes nothing here. */
    questions: jsonb().$type<DemandQuestion[]>().notNull().default([]),
    /** Every offer is sealed until the deadline. */
    sealedOnly: boolean().notNull().default(false),
    /** Part of the description only for those who accepted the confidentiality terms. */
    confidentialText: text().notNull().default(''),
    /** The buyer's own terms, beside the platform's. */
    ownTerms: text().notNull().default(''),
    /** Whether there is anything that only those read who accepted the terms. */
    confidential: boolean().notNull().default(false),
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
    /** When the suppliers who wait for such demands were told; null = not yet. */
    matchedAt: moment(),
    /** Counts the writes: an older form is refused. */
    version: integer().notNull().default(1),
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
    // Its facets that have no other index, each in the order of time.
    index('demands_province')
      .on(sql`left(${t.districtCode}, 2)`, t.publishedAt.desc(), t.id.desc())
      .where(inHall(t)),
    index('demands_template').on(t.templateKey, t.publishedAt.desc(), t.id.desc()).where(inHall(t)),
    index('demands_sealed')
      .on(t.publishedAt.desc(), t.id.desc())
      .where(sql`${inHall(t)} and ${t.sealedOnly}`),
    index('demands_confidential')
      .on(t.publishedAt.desc(), t.id.desc())
      .where(sql`${inHall(t)} and ${t.confidential}`),
    index('demands_deadline').on(t.status, t.deadline),
    index('demands_unmatched')
      .on(t.id)
      .where(sql`${t.status} = 'open' and ${t.matchedAt} is null and ${t.deletedAt} is null`),
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
    /** Hidden from the buyer until the deadline: the version in force may be unopened. */
    sealed: boolean().notNull().default(false),
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
    /** Answers to the demand's questions. */
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    files: jsonb().$type<OfferFile[]>().notNull().default([]),
    /** Submitted under seal; without `openedAt` only the supplier reads it. */
    sealed: boolean().notNull().default(false),
    openedAt: moment(),
    /** SHA-256, hex, of the terms and the salt as `offer-hash` writes them; empty for drafts. */
    hash: text().notNull().default(''),
    /** 128 random bits, hex: nobody finds the terms by trying. */
    salt: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [unique('offer_versions_number').on(t.offerId, t.version)],
)

/** Files of a demand: for everyone, or for those who accepted the confidentiality terms. */
export const demandFiles = pgTable(
  'demand_files',
  {
    id: identity(),
    demandId: integer()
      .notNull()
      .references(() => demands.id),
    fileId: text()
      .notNull()
      .references(() => files.id),
    audience: text().$type<'public' | 'confidential'>().notNull(),
    sort: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [unique('demand_files_one').on(t.demandId, t.fileId), index('demand_files_file').on(t.fileId)],
)

/** A change of an open demand that waits for its review (REVIEW=manual): what was typed, the public one stays till then. */
export const demandChanges = pgTable(
  'demand_changes',
  {
    demandId: integer()
      .primaryKey()
      .references(() => demands.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    summary: text().notNull(),
    facts: jsonb().$type<{ label: string; value: string }[]>().notNull(),
    fileIds: text().array().notNull(),
    annexIds: text().array().notNull(),
    confidentialText: text().notNull(),
    ownTerms: text().notNull(),
    /** rejected = `reason` says why. */
    status: text().$type<ChangeStatus>().notNull().default('pending_review'),
    reason: text().notNull().default(''),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    index('demand_changes_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
  ],
)

/** Suppliers who accepted the confidentiality terms of a demand. */
export const demandAcceptances = pgTable(
  'demand_acceptances',
  {
    id: identity(),
    demandId: integer()
      .notNull()
      .references(() => demands.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Who accepted for the company. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The words that were accepted, whole: platform's terms and the buyer's own. */
    terms: text().notNull(),
    acceptedAt: createdAt(),
    /** The buyer lets them read no longer. */
    revokedAt: moment(),
    revokedReason: text().notNull().default(''),
  },
  (t) => [unique('demand_acceptances_one').on(t.demandId, t.companyId)],
)

/** Every opening of something confidential, for the buyer to read. */
export const annexOpenings = pgTable(
  'annex_openings',
  {
    id: identity(),
    demandId: integer()
      .notNull()
      .references(() => demands.id),
    /** null = the confidential part of the description. */
    fileId: text(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    openedAt: createdAt(),
  },
  (t) => [index('annex_openings_demand').on(t.demandId, t.id)],
)

/** What buyer and supplier ask and answer about one offer. */
export const offerMessages = pgTable(
  'offer_messages',
  {
    id: identity(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    side: text().$type<'buyer' | 'seller'>().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('offer_messages_offer').on(t.offerId, t.id)],
)

/** Demands a supplier wants to hear of. Empty lists let everything pass. */
export const demandSubscriptions = pgTable(
  'demand_subscriptions',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    categoryIds: integer().array().notNull().default([]),
    words: text().array().notNull().default([]),
    /** Codes of provinces or cities. */
    districtCodes: text().array().notNull().default([]),
    /** Demands with a lower budget are left out; 议价 is not. */
    budgetFrom: fen(),
    isOn: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('demand_subscriptions_company').on(t.companyId, t.id)],
)

/** Suppliers who were told of a demand: by a subscription of theirs, or because the buyer invited them. */
export const demandMatches = pgTable(
  'demand_matches',
  {
    id: identity(),
    demandId: integer()
      .notNull()
      .references(() => demands.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    subscriptionId: integer().references(() => demandSubscriptions.id, { onDelete: 'set null' }),
    /** When the buyer invited them; null = a subscription found it. */
    invitedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('demand_matches_one').on(t.demandId, t.companyId),
    index('demand_matches_company').on(t.companyId, t.id),
  ],
)

/** A company's own notes on a demand or an offer: nobody else reads them. */
export const followUps = pgTable(
  'follow_ups',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    entity: text().$type<'demand' | 'offer'>().notNull(),
    entityId: integer().notNull(),
    text: text().notNull(),
    /** When to go on with it. */
    nextAt: moment(),
    /** When its people were reminded. */
    remindedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('follow_ups_entity').on(t.companyId, t.entity, t.entityId, t.id),
    index('follow_ups_next')
      .on(t.nextAt)
      .where(sql`${t.remindedAt} is null`),
  ],
)

/** What visitors want who only leave a phone number; the platform calls back. */
export const needs = pgTable(
  'needs',
  {
    id: identity(),
    contact: text().notNull().default(''),
    mobile: text().notNull(),
    text: text().notNull(),
    categoryId: integer().references(() => categories.id),
    /** Who was signed in. */
    userId: integer(),
    status: text().$type<NeedStatus>().notNull().default('waiting'),
    /** Operator who took it, and what came of it. */
    handledBy: integer(),
    note: text().notNull().default(''),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [index('needs_status').on(t.status, t.id), index('needs_mobile').on(t.mobile, t.createdAt)],
)
