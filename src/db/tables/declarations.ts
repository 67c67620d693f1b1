import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeclarationStatus } from '../../domain/projects/declaration-states.ts'
import type { ProjectField, ProjectLevel } from '../../domain/projects/government-projects.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment, tended } from './columns.ts'

/** Calls of authorities that companies may declare projects for. */
export const govProjects = pgTable(
  'gov_projects',
  {
    id: identity(),
    title: text().notNull(),
    /** Who calls: 示例省科学技术厅. */
    authority: text().notNull(),
    level: text().$type<ProjectLevel>().notNull(),
    field: text().$type<ProjectField>().notNull(),
    summary: text().notNull(),
    /** Most that one project gets; null = the notice names no sum. */
    supportMax: fen(),
    /** How the money is given: 后补助，分两年拨付. */
    supportWay: text().notNull().default(''),
    /** Who may declare, one condition each. */
    conditions: text().array().notNull(),
    /** What is to be handed in, one paper each. */
    materials: text().array().notNull(),
    startsAt: moment().notNull(),
    deadline: moment().notNull(),
    /** Invented for the demo. */
    sample: boolean().notNull().default(false),
    ...tended(),
    createdAt: createdAt(),
  },
  (t) => [index('gov_projects_deadline').on(t.deadline, t.id)],
)

/** A file of a declaration, as it was named when it was written. */
export interface DeclarationFile {
  readonly fileId: string
  readonly name: string
  /** bytes */
  readonly size: number
}

/** What companies declare, at most one that is alive for each call. */
export const declarations = pgTable(
  'declarations',
  {
    id: identity(),
    declarationNo: text().notNull().unique(),
    projectId: integer()
      .notNull()
      .references(() => govProjects.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Who began it. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<DeclarationStatus>().notNull().default('draft'),
    title: text().notNull().default(''),
    summary: text().notNull().default(''),
    contactName: text().notNull().default(''),
    contactMobile: text().notNull().default(''),
    /** What is asked for; null = not typed yet. */
    amount: fen(),
    /** What the company brings itself; null = not typed yet. */
    ownFunds: fen(),
    /** First and last day, `2027-01-01`; null = not chosen yet. */
    startOn: text(),
    endOn: text(),
    files: jsonb().$type<DeclarationFile[]>().notNull().default([]),
    /** What the platform said last. */
    reason: text().notNull().default(''),
    /** Operator who looks through it. */
    reviewerId: integer().references(() => users.id),
    /** Counts the writes: an older form is refused. */
    version: integer().notNull().default(1),
    submittedAt: moment(),
    reviewedAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('declarations_one_alive')
      .on(t.companyId, t.projectId)
      .where(sql`${t.status} not in ('rejected', 'cancelled')`),
    index('declarations_company').on(t.companyId, t.id.desc()),
    index('declarations_status').on(t.status, t.submittedAt),
  ],
)
