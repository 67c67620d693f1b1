import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sessions } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Tickets that tell the park-service site who came, kept as hashes only: brief, and worthless once their session ended. */
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
