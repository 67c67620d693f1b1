import { lt } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { secondStepTickets } from '../../../db/tables/two-factor.ts'
import { ticketMinutes } from '../../../domain/accounts/two-factor.ts'
import { hashToken, randomToken } from '../../session/tokens.ts'
import type { Opening } from '../sign-in/open-account.ts'
import { secretInForce } from './second-code.ts'

/**
 * Throws secondStepNeeded with a ticket where the account has a second step: the ticket stands for what was proven, for
 * a few minutes and tries, and signs nobody in by itself. `redirect` goes with it: the path to which a single sign-on leads on.
 */
export async function askSecondStep(
  db: Db,
  userId: number,
  { keep, call, by, ssoIdToken, redirect = '' }: Opening & { readonly redirect?: string },
): Promise<void> {
  if ((await secretInForce(db, userId)) === undefined) return
  const ticket = randomToken()
  const now = Date.now()
  await db.delete(secondStepTickets).where(lt(secondStepTickets.expiresAt, new Date(now)))
  await db.insert(secondStepTickets).values({
    userId,
    keepLogin: keep,
    call,
    by,
    ssoIdToken,
    tokenHash: hashToken(ticket),
    expiresAt: new Date(now + ticketMinutes * 60_000),
  })
  throw new CallFailed('secondStepNeeded', { ticket, redirect })
}
