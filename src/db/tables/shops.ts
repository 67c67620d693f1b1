import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CardKind } from '../../domain/chat/content.ts'
import { companies } from './accounts.ts'
import { createdAt, identity, moment, nameKey } from './columns.ts'

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
    /** Qualifications such as GLP, CNAS: shown as tags. */
    tags: text().array().notNull().default([]),
    qualifications: text().array().notNull().default([]),
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
  (t) => [uniqueIndex('shops_name_key').on(nameKey(t.name))],
)
