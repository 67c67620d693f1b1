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
import type { OfferItem, OfferFile, StoredMilestone } from '../../domain/demands/offer-terms.ts'
import type { Answer, DemandQuestion } from '../../domain/demands/questions.ts'
import type { LeadStatus } from '../../domain/demands/lead-states.ts'
import type { OfferStatus } from '../../domain/demands/offer-states.ts'
import { companies, users } from './accounts.ts'
import { agreements } from './agreements.ts'
import { encryptedText, lookupColumn } from '../encryption/column-types.ts'
import { createdAt, fen, identity, moment, tsvector } from './columns.ts'
import { files } from './operations.ts'
import { programmes } from './programmes.ts'
import { categories } from './reference.ts'
import type { Side } from '../../domain/sides.ts'

const isInHall = (t: { status: AnyPgColumn; deletedAt: AnyPgColumn }) =>
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
    /** R&D programme of the buyer; never public. */
    projectId: integer().references(() => programmes.id),
    title: text().notNull(),
    /** Public summary. */
    summary: text().notNull(),
    /** Requirements as label and value: species, route, guideline … */
    facts: jsonb().$type<{ label: string; value: string }[]>().notNull().default([]),
    /** Qualifications that a supplier has to hold, all of them: tags of the dictionary QUALIFICATION_TAG. */
    requiredTags: text().array().notNull().default([]),
    /** Key and version of the template used; null = none. */
    templateKey: text(),
    templateVersion: integer(),
    /** Questions to the offers, copied so that later template versions do not change them. */
    questions: jsonb().$type<DemandQuestion[]>().notNull().default([]),
    /** All offers are sealed until the deadline. */
    sealedOnly: boolean().notNull().default(false),
    /** Only invited suppliers may offer. */
    invitedOnly: boolean().notNull().default(false),
    /** Confidential part of the description, only for suppliers who accepted the terms. */
    confidentialText: text().notNull().default(''),
    /** The buyer's own confidentiality terms, in addition to the platform's. */
    ownTerms: text().notNull().default(''),
    /** Whether the demand has confidential content. */
    confidential: boolean().notNull().default(false),
    /** null = 面议. */
    budget: fen(),
    districtCode: text(),
    deliverBy: text(),
    deadline: moment().notNull(),
    status: text().$type<DemandStatus>().notNull().default('draft'),
    reason: text().notNull().default(''),
    offerCount: integer().notNull().default(0),
    viewCount: bigint({ mode: 'number' }).notNull().default(0),
    tokens: tsvector()
      .notNull()
      .default(sql`''::tsvector`),
    publishedAt: moment(),
    /** When subscribed suppliers were notified; null = not yet. */
    matchedAt: moment(),
    /** Edit version: an outdated form is refused. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (t) => [
    // Sort orders of the demand hall, limited to public demands.
    index('demands_new').on(t.publishedAt.desc(), t.id.desc()).where(isInHall(t)),
    index('demands_default')
      .on(
        sql`(${t.status} <> 'open')`,
        sql`(case when ${t.status} = 'open' then ${t.deadline} end)`,
        t.deadline.desc(),
        t.id,
      )
      .where(isInHall(t)),
    index('demands_ending')
      .on(sql`(${t.status} <> 'open')`, t.deadline, t.id)
      .where(isInHall(t)),
    index('demands_budget').on(t.budget, t.id).where(isInHall(t)),
    index('demands_dearest').on(t.budget.desc(), t.id.desc()).where(isInHall(t)),
    index('demands_offers').on(t.offerCount.desc(), t.id.desc()).where(isInHall(t)),
    // Facets without another index, sorted by time.
    index('demands_province')
      .on(sql`left(${t.districtCode}, 2)`, t.publishedAt.desc(), t.id.desc())
      .where(isInHall(t)),
    index('demands_template').on(t.templateKey, t.publishedAt.desc(), t.id.desc()).where(isInHall(t)),
    index('demands_sealed')
      .on(t.publishedAt.desc(), t.id.desc())
      .where(sql`${isInHall(t)} and ${t.sealedOnly}`),
    index('demands_confidential')
      .on(t.publishedAt.desc(), t.id.desc())
      .where(sql`${isInHall(t)} and ${t.confidential}`),
    index('demands_deadline').on(t.status, t.deadline),
    index('demands_unmatched')
      .on(t.id)
      .where(sql`${t.status} = 'open' and ${t.matchedAt} is null and ${t.deletedAt} is null`),
    index('demands_created').using('brin', t.createdAt),
    index('demands_company').on(t.companyId, t.id.desc()),
    index('demands_project')
      .on(t.projectId, t.id.desc())
      .where(sql`${t.projectId} is not null`),
    index('demands_category').using('gin', t.categoryPath),
    index('demands_tokens').using('gin', t.tokens),
    index('demands_title').using('gin', t.title.op('gin_trgm_ops')),
  ],
)

/** A supplier's offer: one active per demand. Its terms are in the versions. */
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
    /** Version in force; 0 while only a draft. */
    version: integer().notNull().default(0),
    /** Sealed until the deadline: the version in force may be unopened. */
    sealed: boolean().notNull().default(false),
    submittedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('offers_one_live')
      .on(t.demandId, t.companyId)
      .where(sql`${t.status} in ('draft', 'submitted', 'accepted')`),
    /** At most one accepted offer per demand. */
    uniqueIndex('offers_one_accepted')
      .on(t.demandId)
      .where(sql`${t.status} = 'accepted'`),
    index('offers_created').using('brin', t.createdAt),
    index('offers_company').on(t.companyId, t.id.desc()),
    index('offers_demand').on(t.demandId),
    index('offers_live')
      .on(t.id)
      .where(sql`${t.status} = 'submitted'`),
  ],
)

/** Versions of offers. Version 0 is the draft; later ones never change. */
export const offerVersions = pgTable(
  'offer_versions',
  {
    id: identity(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    version: integer().notNull(),
    items: jsonb().$type<OfferItem[]>().notNull(),
    milestones: jsonb().$type<StoredMilestone[]>().notNull(),
    total: fen().notNull(),
    durationDays: integer().notNull(),
    validUntil: moment().notNull(),
    note: text().notNull().default(''),
    /** Rate of value-added tax, basis points; null = not stated. */
    taxRate: integer(),
    /** Answers to the demand's questions. */
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    files: jsonb().$type<OfferFile[]>().notNull().default([]),
    /** Submitted sealed; without `openedAt` only the supplier may read it. */
    sealed: boolean().notNull().default(false),
    openedAt: moment(),
    /** SHA-256 (hex) of terms and salt in the format of `offer-hash`; empty for drafts. */
    hash: text().notNull().default(''),
    /** 128 random bits (hex), against guessing the terms. */
    salt: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [unique('offer_versions_number').on(t.offerId, t.version)],
)

/** Files of a demand: public, or for suppliers who accepted the confidentiality terms. */
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

/** Change of an open demand that waits for review (REVIEW=manual); the demand stays unchanged until approval. */
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
    /** rejected = see `reason`. */
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

/** Acceptances of a demand's confidentiality terms by suppliers. */
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
    /** Person who accepted for the company. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Full text accepted: the platform's and the buyer's terms. */
    terms: text().notNull(),
    /** Confidentiality agreement (NDA) under which it was opened, and with which it ends; null = the terms were accepted. */
    agreementId: integer().references(() => agreements.id),
    acceptedAt: createdAt(),
    /** When the buyer revoked access. */
    revokedAt: moment(),
    revokedReason: text().notNull().default(''),
  },
  (t) => [unique('demand_acceptances_one').on(t.demandId, t.companyId)],
)

/** Access log of confidential content, visible to the buyer. */
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

/** Messages between buyer and supplier about an offer. */
export const offerMessages = pgTable(
  'offer_messages',
  {
    id: identity(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    side: text().$type<Side>().notNull(),
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

/** Subscriptions of a supplier to demands. Empty lists match everything. */
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
    /** Minimum budget; demands with 面议 always match. */
    budgetFrom: fen(),
    isOn: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('demand_subscriptions_company').on(t.companyId, t.id)],
)

/** Suppliers notified of a demand: by a subscription or an invitation of the buyer. */
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
    /** When the buyer invited them; null = matched by a subscription. */
    invitedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('demand_matches_one').on(t.demandId, t.companyId),
    index('demand_matches_company').on(t.companyId, t.id),
  ],
)

/** Private notes of a company on a demand or an offer. */
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
    /** Follow-up date. */
    nextAt: moment(),
    /** When the company was reminded. */
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

/** Leads: requests of visitors who leave only a phone number; the platform calls back. */
export const leads = pgTable(
  'leads',
  {
    id: identity(),
    contact: text().notNull().default(''),
    mobile: encryptedText('leads.mobile').notNull(),
    mobileHash: lookupColumn('leads.mobile'),
    text: text().notNull(),
    categoryId: integer().references(() => categories.id),
    /** User, if signed in. */
    userId: integer(),
    status: text().$type<LeadStatus>().notNull().default('waiting'),
    /** Operator who handled it, and the result. */
    handledBy: integer(),
    note: text().notNull().default(''),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [index('leads_status').on(t.status, t.id), index('leads_mobile').on(t.mobileHash, t.createdAt)],
)
