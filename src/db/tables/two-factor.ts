import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { encryptedText } from '../encryption/column-types.ts'
import { users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** The authenticator of a person: one. */
export const twoFactors = pgTable('two_factors', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Base32. */
  secret: encryptedText('two_factors.secret').notNull(),
  /** null = begun and not confirmed by a code yet: signing in goes without. */
  enabledAt: moment(),
  /** Time step (of 30 seconds since 1970) of the last code that counted: each counts once. */
  lastStep: integer().notNull().default(0),
  createdAt: createdAt(),
})

/** Codes for whoever lost the authenticator: each is good once. Kept as SHA-256 only. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    codeHash: text().notNull(),
    usedAt: moment(),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)

/** First steps of signing in that wait for the second: a few minutes and tries each. */
export const secondStepTickets = pgTable(
  'second_step_tickets',
  {
    id: identity(),
    tokenHash: text().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** How the first step was taken, for the operation log: its call and its words. */
    call: text().notNull(),
    by: text().notNull(),
    keepLogin: boolean().notNull(),
    /** Token of the single sign-on, which goes with the session. */
    ssoIdToken: text(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index('second_step_tickets_age').on(t.expiresAt)],
)
