import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Requests of people to close their account; at most one is open per person. */
export const accountClosings = pgTable(
  'account_closings',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** From then on a job makes the person unrecognisable; until then they may return. */
    dueAt: moment().notNull(),
    /** Proof of a sign-in during the days to return, as SHA-256: withdraws the closing. */
    ticketHash: text(),
    ticketUntil: moment(),
    /** Returned by the person, or by the job when there were new reasons against it. */
    withdrawnAt: moment(),
    doneAt: moment(),
  },
  (t) => [
    uniqueIndex('account_closings_open')
      .on(t.userId)
      .where(sql`${t.withdrawnAt} is null and ${t.doneAt} is null`),
    index('account_closings_ticket').on(t.ticketHash),
    index('account_closings_due')
      .on(t.dueAt)
      .where(sql`${t.withdrawnAt} is null and ${t.doneAt} is null`),
  ],
)

/** Consents of people to a version of user agreement and privacy policy; the newest is the one in force. */
export const agreementConsents = pgTable(
  'agreement_consents',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    version: text().notNull(),
    occasion: text().$type<'register' | 'sso' | 'renewal'>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('agreement_consents_one').on(t.userId, t.version)],
)

/** Copies of a person's data that they asked for. */
export const dataExports = pgTable(
  'data_exports',
  {
    /** 128 random bits. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<'waiting' | 'ready' | 'failed'>().notNull().default('waiting'),
    storageKey: text().notNull().default(''),
    /** bytes */
    size: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    readyAt: moment(),
    expiresAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('data_exports_user').on(t.userId, t.createdAt),
    uniqueIndex('data_exports_waiting')
      .on(t.userId)
      .where(sql`${t.status} = 'waiting'`),
  ],
)
