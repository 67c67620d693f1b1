import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { companies } from './accounts.ts'
import { createdAt, identity } from './columns.ts'

/** A supplier's shop: one a company. */
export const shops = pgTable('shops', {
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
  createdAt: createdAt(),
})
