import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { accountClosings } from '../../../db/tables/privacy.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'

const ticketMs = 15 * 60_000

/**
 * Throws accountClosing if the account is being closed, with a ticket that withdraws the closing. A later sign-in
 * replaces the ticket. Call it only after the person was verified.
 */
export async function refuseClosing(db: Db, userId: number): Promise<void> {
  const open = and(
    eq(accountClosings.userId, userId),
    isNull(accountClosings.withdrawnAt),
    isNull(accountClosings.doneAt),
  )
  const [closing] = await db.select({ id: accountClosings.id }).from(accountClosings).where(open)
  if (closing === undefined) return
  const ticket = randomToken()
  const [marked] = await db
    .update(accountClosings)
    .set({ ticketHash: hashToken(ticket), ticketUntil: new Date(Date.now() + ticketMs) })
    .where(open)
    .returning({ dueAt: accountClosings.dueAt })
  // Withdrawn or done meanwhile: the next attempt tells.
  if (marked === undefined) throw new CallFailed('conflict')
  throw new CallFailed('accountClosing', { ticket, dueAt: marked.dueAt.toISOString() })
}
