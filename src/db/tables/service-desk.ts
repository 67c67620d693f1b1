import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CaseEvent } from '../../domain/chat/desk.ts'
import { users } from './accounts.ts'
import { conversations } from './chat.ts'
import { createdAt, identity, moment } from './columns.ts'

/** A visit to the platform's service: from the first words until an agent ends it. One open case a conversation. */
export const serviceCases = pgTable(
  'service_cases',
  {
    id: identity(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id),
    /** null = nobody has taken it. */
    agentId: integer().references(() => users.id),
    openedAt: createdAt(),
    /** Since when the visitor's words stand unanswered; null = they do not. */
    waitingSince: moment(),
    /** When an agent first answered. */
    answeredAt: moment(),
    closedAt: moment(),
    /** 1 to 5, given once after it was closed. */
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

/** What agents did with a case, and the notes they left each other. Visitors never see them. */
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
    /** To whom it was handed. */
    toUserId: integer().references(() => users.id),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('service_case_events_case').on(t.caseId, t.id)],
)

/** Answers that every agent can put into the text. */
export const cannedAnswers = pgTable('canned_answers', {
  id: identity(),
  title: text().notNull(),
  text: text().notNull(),
  updatedBy: integer()
    .notNull()
    .references(() => users.id),
  updatedAt: createdAt(),
})

/** When the service answers; no row = `defaultServiceHours`. */
export const serviceHours = pgTable('service_hours', {
  /** Always 1: there is one desk. */
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
