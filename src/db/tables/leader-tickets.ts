import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sessions } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/**
 * Short-lived tickets that identify a user to the park-service site, stored as hashes; invalid once their session
 * ended.
 */
export const leaderTickets = pgTable(
  'leader_tickets',
  {
    id: identity(),
    ticketHash: text().notNull().unique(),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('leader_tickets_age').on(t.expiresAt)],
)
