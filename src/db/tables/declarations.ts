import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeclarationStatus } from '../../domain/projects/declaration-states.ts'
import type { ProjectField, ProjectLevel } from '../../domain/projects/government-projects.ts'
import { encryptedText } from '../encryption/column-types.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment, editorialColumns } from './columns.ts'

/** Calls for projects by public authorities. */
export const govProjects = pgTable(
  'gov_projects',
  {
    id: identity(),
    title: text().notNull(),
    /** Issuing authority: 示例省科学技术厅. */
    authority: text().notNull(),
    level: text().$type<ProjectLevel>().notNull(),
    field: text().$type<ProjectField>().notNull(),
    summary: text().notNull(),
    /** Maximum funding per project; null = not stated. */
    supportMax: fen(),
    /** Funding mode: 后补助，分两年拨付. */
    supportWay: text().notNull().default(''),
    /** Eligibility conditions. */
    conditions: text().array().notNull(),
    /** Required documents. */
    materials: text().array().notNull(),
    startsAt: moment().notNull(),
    deadline: moment().notNull(),
    /** Fictitious demo data. */
    sample: boolean().notNull().default(false),
    ...editorialColumns(),
    createdAt: createdAt(),
  },
  (t) => [index('gov_projects_deadline').on(t.deadline, t.id)],
)

/** A file of a declaration, with its original name. */
export interface DeclarationFile {
  readonly fileId: string
  readonly name: string
  /** bytes */
  readonly size: number
}

/** Declarations of companies, at most one active per call. */
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
    /** Creator. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<DeclarationStatus>().notNull().default('draft'),
    title: text().notNull().default(''),
    summary: text().notNull().default(''),
    contactName: text().notNull().default(''),
    contactMobile: encryptedText('declarations.contact_mobile').notNull().default(''),
    /** Requested funding; null = not entered yet. */
    amount: fen(),
    /** Own funds of the company; null = not entered yet. */
    ownFunds: fen(),
    /** First and last day, `2027-01-01`; null = not chosen yet. */
    startOn: text(),
    endOn: text(),
    files: jsonb().$type<DeclarationFile[]>().notNull().default([]),
    /** Last comment of the platform. */
    reason: text().notNull().default(''),
    /** Operator who reviews it. */
    reviewerId: integer().references(() => users.id),
    /** Edit version: an outdated form is refused. */
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
