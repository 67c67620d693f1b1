import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { leaderTicketsCalls } from '../../../contract/accounts/leader-tickets.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { sessions, users } from '../../../db/tables/accounts.ts'
import { leaderTickets } from '../../../db/tables/leader-tickets.ts'
import { ticketLife } from '../../../domain/shell/industry-leader.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'

const leaderTicket: Handler<typeof leaderTicketsCalls.leaderTicket> = async (_input, { caller, config, db }) => {
  if (config.industryLeaderUrl === undefined) throw new CallFailed('ticketOff')
  const ticket = randomToken()
  const expiresAt = new Date(Math.min(Date.now() + ticketLife, caller.sessionEndsAt.getTime()))
  // Expired tickets are deleted here; there is no job for them.
  await db.delete(leaderTickets).where(lt(leaderTickets.expiresAt, new Date()))
  await db.insert(leaderTickets).values({ ticketHash: hashToken(ticket), sessionId: caller.sessionId, expiresAt })
  return { ticket, expiresAt: expiresAt.toISOString(), origin: new URL(config.industryLeaderUrl).origin }
}

/** Answers notFound for every invalid ticket. */
const leaderTicketCheck: Handler<typeof leaderTicketsCalls.leaderTicketCheck> = async ({ ticket }, { config, db }) => {
  if (config.industryLeaderUrl === undefined) throw new CallFailed('ticketOff')
  const now = new Date()
  const [row] = await db
    .select({ userId: users.id, loginName: users.loginName, expiresAt: leaderTickets.expiresAt })
    .from(leaderTickets)
    .innerJoin(sessions, eq(sessions.id, leaderTickets.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(leaderTickets.ticketHash, hashToken(ticket)),
        gt(leaderTickets.expiresAt, now),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        eq(users.locked, false),
      ),
    )
  if (row === undefined) throw new CallFailed('notFound')
  return { ...row, expiresAt: row.expiresAt.toISOString() }
}

export const leaderTicketsHandlers: Handlers<typeof leaderTicketsCalls> = { leaderTicket, leaderTicketCheck }
