import { and, eq, isNull } from 'drizzle-orm'
import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

/** What is revoked already stays so; who has come in by it stays in. */
export const invitationRevoke: Handler<typeof invitationsCalls.invitationRevoke> = async (
  { invitationId },
  { caller, db },
) => {
  const own = and(eq(invitations.id, invitationId), eq(invitations.companyId, caller.companyId))
  const [revoked] = await db
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(own, isNull(invitations.usedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id })
  if (revoked !== undefined) return {}
  const [found] = await db.select({ usedAt: invitations.usedAt }).from(invitations).where(own)
  if (found === undefined) throw new CallFailed('notFound')
  if (found.usedAt !== null) throw new CallFailed('stepNotAllowed')
  return {}
}
