import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CaseEvent } from '../../domain/chat/support.ts'
import { users } from './accounts.ts'
import { conversations } from './chat.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Support case: from the visitor's first message until an agent closes it. One open case per conversation. */
export const serviceCases = pgTable(
  'service_cases',
  {
    id: identity(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id),
    /** null = unassigned. */
    agentId: integer().references(() => users.id),
    openedAt: createdAt(),
    /** Since when the visitor waits for an answer; null = not waiting. */
    waitingSince: moment(),
    /** Time of the first answer by an agent. */
    answeredAt: moment(),
    closedAt: moment(),
    /** Rating 1 to 5, given once after closing. */
    score: smallint(),
    words: text().notNull().default(''),
    ratedAt: moment(),
  },
  (t) => [
    uniqueIndex('service_cases_open')
      .on(t.conversationId)
      .where(sql`${t.closedAt} is null`),
    index('service_cases_waiting')
      .on(t.waitingSince, t.id)
      .where(sql`${t.closedAt} is null`),
    index('service_cases_conversation').on(t.conversationId, t.id),
    index('service_cases_closed').on(t.closedAt),
    index('service_cases_answered').on(t.answeredAt),
    index('service_cases_rated').on(t.ratedAt),
  ],
)

/** Actions of agents on a case, and internal notes. Never visible to visitors. */
export const serviceCaseEvents = pgTable(
  'service_case_events',
  {
    id: identity(),
    caseId: integer()
      .notNull()
      .references(() => serviceCases.id),
    event: text().$type<CaseEvent>().notNull(),
    /** null = the visitor. */
    userId: integer().references(() => users.id),
    /** New agent of a handover. */
    toUserId: integer().references(() => users.id),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('service_case_events_case').on(t.caseId, t.id)],
)

/** Canned answers, shared by all agents. */
export const cannedAnswers = pgTable('canned_answers', {
  id: identity(),
  title: text().notNull(),
  text: text().notNull(),
  updatedBy: integer()
    .notNull()
    .references(() => users.id),
  updatedAt: createdAt(),
})

/** Service hours; no row = `defaultServiceHours`. */
export const serviceHours = pgTable('service_hours', {
  /** Always 1: a single row. */
  id: integer().primaryKey(),
  days: smallint().array().notNull(),
  answersFrom: text().notNull(),
  answersUntil: text().notNull(),
  awayReply: text().notNull(),
  updatedBy: integer()
    .notNull()
    .references(() => users.id),
  updatedAt: createdAt(),
})
