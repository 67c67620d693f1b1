import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AppKind, Deployment } from '../../domain/content/digital-apps.ts'
import type { JoinStatus } from '../../domain/content/join-states.ts'
import { users } from './accounts.ts'
import { createdAt, fen, identity, moment, tended } from './columns.ts'

/** A heading and what it means. */
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
    /** What else it is found by: LIMS 实验室信息管理系统. */
    keywords: text().notNull().default(''),
    features: jsonb().$type<TitledText[]>().notNull(),
    /** For whom it is made. */
    users: text().array().notNull(),
    deployment: text().$type<Deployment>().notNull(),
    /** Rules that it is made for: GxP、21 CFR Part 11. */
    compliance: text().array().notNull(),
    /** What it joins: 天平、色谱数据系统. */
    joins: text().array().notNull(),
    /** From so many fen; null = 面议. */
    price: fen(),
    /** What the price is for: 每用户每年. */
    priceUnit: text().notNull().default(''),
    /** How long it takes to come into use: 4～8 周. */
    goLive: text().notNull(),
    sort: integer().notNull().default(0),
    /** Invented for the demo. */
    sample: boolean().notNull().default(false),
    publishedAt: moment().notNull(),
    ...tended(),
  },
  (t) => [index('digital_apps_kind').on(t.kind, t.sort)],
)

/** Several applications for one purpose. */
export const digitalSolutions = pgTable('digital_solutions', {
  id: identity(),
  title: text().notNull(),
  /** For whom: 中小型创新药企业. */
  audience: text().notNull(),
  summary: text().notNull(),
  pains: jsonb().$type<TitledText[]>().notNull(),
  steps: jsonb().$type<TitledText[]>().notNull(),
  results: text().array().notNull(),
  sort: integer().notNull().default(0),
  sample: boolean().notNull().default(false),
  publishedAt: moment().notNull(),
  ...tended(),
})

/** What one application does within a solution. */
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
    /** The work without it, and with it. */
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

/** Vendors that want to stand in the store. */
export const digitalJoins = pgTable(
  'digital_joins',
  {
    id: identity(),
    company: text().notNull(),
    contact: text().notNull(),
    mobile: text().notNull(),
    email: text().notNull().default(''),
    appName: text().notNull(),
    kind: text().$type<AppKind>().notNull(),
    deployment: text().$type<Deployment>().notNull(),
    summary: text().notNull(),
    website: text().notNull().default(''),
    status: text().$type<JoinStatus>().notNull().default('waiting'),
    /** Who sent it, where they were signed in: they are told what came of it. */
    userId: integer().references(() => users.id),
    handledBy: integer().references(() => users.id),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index('digital_joins_status').on(t.status, t.id), index('digital_joins_mobile').on(t.mobile, t.createdAt)],
)
