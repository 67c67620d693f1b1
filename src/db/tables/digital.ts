import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AppKind, Deployment } from '../../domain/content/digital-apps.ts'
import type { JoinStatus } from '../../domain/content/join-states.ts'
import { encryptedText, lookupColumn } from '../encryption/column-types.ts'
import { users } from './accounts.ts'
import { createdAt, fen, identity, moment, editorialColumns } from './columns.ts'

/** A title with its text. */
export interface TitledText {
  readonly title: string
  readonly text: string
}

/** Applications of the digital store. */
export const digitalApps = pgTable(
  'digital_apps',
  {
    id: identity(),
    name: text().notNull(),
    kind: text().$type<AppKind>().notNull(),
    vendor: text().notNull(),
    /** One sentence. */
    summary: text().notNull(),
    /** Additional search terms: LIMS 实验室信息管理系统. */
    keywords: text().notNull().default(''),
    features: jsonb().$type<TitledText[]>().notNull(),
    /** Target users. */
    users: text().array().notNull(),
    deployment: text().$type<Deployment>().notNull(),
    /** Supported regulations: GxP、21 CFR Part 11. */
    compliance: text().array().notNull(),
    /** Integrations: 天平、色谱数据系统. */
    joins: text().array().notNull(),
    /** Starting price in fen; null = 面议. */
    price: fen(),
    /** Unit of the price: 每用户每年. */
    priceUnit: text().notNull().default(''),
    /** Time until go-live: 4~8 周. */
    goLive: text().notNull(),
    sort: integer().notNull().default(0),
    /** Fictitious demo data. */
    sample: boolean().notNull().default(false),
    publishedAt: moment().notNull(),
    ...editorialColumns(),
  },
  (t) => [index('digital_apps_kind').on(t.kind, t.sort)],
)

/** Combinations of applications for one purpose. */
export const digitalSolutions = pgTable('digital_solutions', {
  id: identity(),
  title: text().notNull(),
  /** Target audience: 中小型创新药企业. */
  audience: text().notNull(),
  summary: text().notNull(),
  pains: jsonb().$type<TitledText[]>().notNull(),
  steps: jsonb().$type<TitledText[]>().notNull(),
  results: text().array().notNull(),
  sort: integer().notNull().default(0),
  sample: boolean().notNull().default(false),
  publishedAt: moment().notNull(),
  ...editorialColumns(),
})

/** Role of one application in a solution. */
export const digitalSolutionApps = pgTable(
  'digital_solution_apps',
  {
    id: identity(),
    solutionId: integer()
      .notNull()
      .references(() => digitalSolutions.id),
    appId: integer()
      .notNull()
      .references(() => digitalApps.id),
    title: text().notNull(),
    /** The work without and with it. */
    before: text().notNull(),
    after: text().notNull(),
    steps: jsonb().$type<TitledText[]>().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [
    index('digital_solution_apps_solution').on(t.solutionId, t.sort),
    index('digital_solution_apps_app').on(t.appId),
  ],
)

/** Applications of vendors for the store. */
export const digitalJoins = pgTable(
  'digital_joins',
  {
    id: identity(),
    company: text().notNull(),
    contact: text().notNull(),
    mobile: encryptedText('digital_joins.mobile').notNull(),
    mobileHash: lookupColumn('digital_joins.mobile'),
    email: text().notNull().default(''),
    appName: text().notNull(),
    kind: text().$type<AppKind>().notNull(),
    deployment: text().$type<Deployment>().notNull(),
    summary: text().notNull(),
    website: text().notNull().default(''),
    status: text().$type<JoinStatus>().notNull().default('waiting'),
    /** Submitter, if signed in; notified of the decision. */
    userId: integer().references(() => users.id),
    handledBy: integer().references(() => users.id),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('digital_joins_status').on(t.status, t.id),
    index('digital_joins_mobile').on(t.mobileHash, t.createdAt),
  ],
)
