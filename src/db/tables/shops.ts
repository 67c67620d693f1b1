import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LinkPreviewKind } from '../../domain/chat/content.ts'
import type { PostageRule } from '../../domain/orders/postage.ts'
import type { QualificationStatus } from '../../domain/shops/qualifications.ts'
import type { ReadingSource } from '../../domain/shops/certificate-text.ts'
import type { SupplierMark } from '../../domain/shops/supplier-marks.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment, nameKey, tsvector } from './columns.ts'

/** A supplier's shop: one per company. */
export const shops = pgTable(
  'shops',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .unique()
      .references(() => companies.id),
    name: text().notNull(),
    logo: text().notNull().default(''),
    brief: text().notNull().default(''),
    /** Tags with valid certificates: GLP, CNAS. Written by server/shops only. */
    tags: text().array().notNull().default([]),
    /** 店铺介绍, paragraphs separated by empty lines. */
    introduction: text().notNull().default(''),
    /** Capabilities: values of the dictionary CAPABILITY_TAG. */
    capabilities: text().array().notNull().default([]),
    /** One of nine header backgrounds, from 1; 0 = chosen by id. */
    backdrop: integer().notNull().default(0),
    /** Holiday in Shanghai days, both inclusive; null = none planned. */
    holidayFrom: date({ mode: 'string' }),
    holidayUntil: date({ mode: 'string' }),
    holidayNotice: text().notNull().default(''),
    /** Postage rule; null = free. */
    postage: jsonb().$type<PostageRule>(),
    /** Usual rate of value-added tax of its orders and offers, basis points; null = not stated. */
    taxRate: integer(),
    /** Search tokens of name, company, brief and tags. */
    tokens: tsvector()
      .notNull()
      .default(sql`''::tsvector`),
    /** Edit version: an outdated form is refused. */
    version: integer().notNull().default(1),
    /** Version of a new name not yet indexed with the listings; null = all are up to date. */
    nameDue: integer(),
    /** Counters, updated by the writes that change them. */
    serviceCount: integer().notNull().default(0),
    productCount: integer().notNull().default(0),
    followCount: integer().notNull().default(0),
    /** Greeting of new conversations; empty = the default one. */
    greeting: text().notNull().default(''),
    /** Automatic reply outside of the hours, sent once; empty = none. */
    awayReply: text().notNull().default(''),
    /** Hours in which chats are answered, HH:mm, Asia/Shanghai, Monday to Friday; empty = always. */
    answersFrom: text().notNull().default(''),
    answersUntil: text().notNull().default(''),
    /** Own phrases by chat subject; a missing kind uses the defaults. */
    quickPhrases: jsonb().$type<Partial<Record<LinkPreviewKind, readonly string[]>>>().notNull().default({}),
    /** Accepted version of the supplier agreement, by whom and when. */
    agreementVersion: text().notNull().default(''),
    agreedBy: integer(),
    agreedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shops_name_key').on(nameKey(t.name)),
    index('shops_tokens').using('gin', t.tokens),
    index('shops_title').using('gin', t.name.op('gin_trgm_ops')),
    index('shops_name_due')
      .on(t.id)
      .where(sql`${t.nameDue} is not null`),
  ],
)

/** Pictures of a shop, in display order. */
export const shopPictures = pgTable(
  'shop_pictures',
  {
    id: identity(),
    shopId: integer()
      .notNull()
      .references(() => shops.id),
    fileId: text().notNull(),
    url: text().notNull(),
    caption: text().notNull().default(''),
    sort: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index('shop_pictures_shop').on(t.shopId, t.sort)],
)

/** Certificates of a shop: its tag is shown while one of them is approved and valid. */
export const shopQualifications = pgTable(
  'shop_qualifications',
  {
    id: identity(),
    shopId: integer()
      .notNull()
      .references(() => shops.id),
    /** Code of the dictionary QUALIFICATION_TAG. */
    tag: text().notNull(),
    name: text().notNull(),
    /** As printed; empty for certificates from before numbers were asked for. */
    number: text().notNull().default(''),
    /** The number without width, case and punctuation (domain/shops/certificate-kinds). */
    numberKey: text().notNull().default(''),
    issuer: text().notNull().default(''),
    holder: text().notNull().default(''),
    /** Place that the certificate covers. */
    site: text().notNull().default(''),
    scope: text().notNull().default(''),
    issuedOn: date({ mode: 'string' }),
    /** Last day; null = no expiry. */
    until: date({ mode: 'string' }),
    /** Certificate file, for its company and operators only; empty in the demo. */
    fileId: text().notNull().default(''),
    status: text().$type<QualificationStatus>().notNull(),
    reason: text().notNull().default(''),
    /** Who of the supplier confirmed the fields against the paper; null in the demo. */
    confirmedBy: integer(),
    /** Official register that an operator looked at: address, day, what it says. */
    registerUrl: text().notNull().default(''),
    registerOn: date({ mode: 'string' }),
    registerNote: text().notNull().default(''),
    /** Nearest warning that was sent, in days before the last day; null = none yet. */
    warnedDays: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    index('shop_qualifications_shop').on(t.shopId, t.tag),
    index('shop_qualifications_number')
      .on(t.numberKey)
      .where(sql`${t.numberKey} <> ''`),
    index('shop_qualifications_ending')
      .on(t.until)
      .where(sql`${t.status} = 'approved'`),
  ],
)

/** Accredited items of a certificate, in the order of its annex. */
export const qualificationItems = pgTable(
  'qualification_items',
  {
    id: identity(),
    qualificationId: integer()
      .notNull()
      .references(() => shopQualifications.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    item: text().notNull(),
    parameter: text().notNull().default(''),
    method: text().notNull().default(''),
  },
  (t) => [unique('qualification_items_one').on(t.qualificationId, t.seq)],
)

/** What was read in the file of a certificate: proposals, and what its automatic pass is compared with. */
export const certificateReadings = pgTable('certificate_readings', {
  fileId: text().primaryKey(),
  /** null = nothing could be read. */
  source: text().$type<ReadingSource>(),
  lines: text().array().notNull(),
  /** Lines of the second recognition of a picture; null = not done. */
  secondLines: text().array(),
  createdAt: createdAt(),
})

/** Followers of shops. */
export const shopFollows = pgTable(
  'shop_follows',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    shopId: integer()
      .notNull()
      .references(() => shops.id),
    createdAt: createdAt(),
  },
  (t) => [unique('shop_follows_one').on(t.userId, t.shopId), index('shop_follows_shop').on(t.shopId)],
)

/** Preferred and blocked suppliers of a company; `companies.blocked_suppliers` counts the blocked ones. */
export const supplierMarks = pgTable(
  'supplier_marks',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** The supplier's company. */
    supplierId: integer()
      .notNull()
      .references(() => companies.id),
    mark: text().$type<SupplierMark>().notNull(),
    reason: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('supplier_marks_one').on(t.companyId, t.supplierId),
    check('supplier_marks_other', sql`${t.companyId} <> ${t.supplierId}`),
  ],
)
