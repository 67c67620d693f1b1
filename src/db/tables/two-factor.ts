import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { encryptedText } from '../encryption/column-types.ts'
import { users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Authenticator of a person; one. */
export const twoFactors = pgTable('two_factors', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Base32. */
  secret: encryptedText('two_factors.secret').notNull(),
  /** null = not confirmed by a code yet, so not required at sign-in. */
  enabledAt: moment(),
  /** Time step (30 seconds since 1970) of the last accepted code: each is accepted once. */
  lastStep: integer().notNull().default(0),
  createdAt: createdAt(),
})

/** Single-use recovery codes for a lost authenticator. Stored as SHA-256 only. */
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

/** Sign-ins that wait for the second step: limited to a few minutes and attempts. */
export const secondStepTickets = pgTable(
  'second_step_tickets',
  {
    id: identity(),
    tokenHash: text().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Call and text of the first step, for the operation log. */
    call: text().notNull(),
    by: text().notNull(),
    keepLogin: boolean().notNull(),
    /** ID token of the single sign-on, copied to the session. */
    ssoIdToken: text(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index('second_step_tickets_age').on(t.expiresAt)],
)
