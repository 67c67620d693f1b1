import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CardKind } from '../../domain/chat/content.ts'
import type { PostageRule } from '../../domain/orders/postage.ts'
import type { QualificationStatus } from '../../domain/shops/qualifications.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment, nameKey, tsvector } from './columns.ts'

/** A supplier's shop: one a company. */
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
    /** Tags that certificates in force let it wear: GLP, CNAS. Written by server/shops only. */
    tags: text().array().notNull().default([]),
    /** 店铺介绍 of its own pages, paragraphs divided by empty lines. */
    introduction: text().notNull().default(''),
    /** What it can do: words of the dictionary CAPABILITY_TAG. */
    capabilities: text().array().notNull().default([]),
    /** One of the nine backgrounds of its header, from 1; 0 = by its id. */
    backdrop: integer().notNull().default(0),
    /** Days of rest in Shanghai, both included; null = none planned. */
    holidayFrom: date({ mode: 'string' }),
    holidayUntil: date({ mode: 'string' }),
    holidayNotice: text().notNull().default(''),
    /** What sending goods costs; null = free. */
    postage: jsonb().$type<PostageRule>(),
    /** Cut words of name, company, brief and tags. */
    words: tsvector()
      .notNull()
      .default(sql`''::tsvector`),
    /** Counts the writes of its seller, so that a second tab never overwrites unseen. */
    version: integer().notNull().default(1),
    /** The version that brought the name which its listings are not found by yet; null = they are. */
    nameDue: integer(),
    /** Counters kept by the writes that change them. */
    serviceCount: integer().notNull().default(0),
    productCount: integer().notNull().default(0),
    followCount: integer().notNull().default(0),
    /** First words to whoever begins to talk with the shop; empty = the product's own. */
    greeting: text().notNull().default(''),
    /** Sent once by itself to whoever writes outside the hours; empty = nothing. */
    awayReply: text().notNull().default(''),
    /** Hours in which somebody answers, HH:mm, Asia/Shanghai, Monday to Friday; empty = always. */
    answersFrom: text().notNull().default(''),
    answersUntil: text().notNull().default(''),
    /** Own phrases by what is talked about; a missing kind has the product's own. */
    quickPhrases: jsonb().$type<Partial<Record<CardKind, readonly string[]>>>().notNull().default({}),
    /** Version of the suppliers' agreement, who agreed and when. */
    agreementVersion: text().notNull().default(''),
    agreedBy: integer(),
    agreedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shops_name_key').on(nameKey(t.name)),
    index('shops_words').using('gin', t.words),
    index('shops_title').using('gin', t.name.op('gin_trgm_ops')),
    index('shops_name_due')
      .on(t.id)
      .where(sql`${t.nameDue} is not null`),
  ],
)

/** Pictures of a shop, in the order its pages show them. */
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

/** Certificates a shop names: the tag is worn while one of them is approved and not over. */
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
    scope: text().notNull().default(''),
    /** Last day; null = without end. */
    until: date({ mode: 'string' }),
    /** The paper itself, for its company and operators only; empty in the demo. */
    fileId: text().notNull().default(''),
    status: text().$type<QualificationStatus>().notNull(),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('shop_qualifications_shop').on(t.shopId, t.tag)],
)

/** Who follows which shop. */
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
