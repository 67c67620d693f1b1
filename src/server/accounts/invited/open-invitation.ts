import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, invitations, users } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { hashToken } from '../../platform/tokens.ts'
import { getInviterRights } from '../companies/invitations.ts'

/** An open SMS invitation with its inviter. */
export interface OpenInvitation {
  readonly invitation: typeof invitations.$inferSelect
  readonly companyName: string
  readonly invitedBy: string
}

/**
 * The invitation of a link. Throws invitationGone: unknown, answered, withdrawn, expired, or its inviter may invite
 * no more.
 */
export async function getOpenInvitation(db: Db, token: string): Promise<OpenInvitation> {
  const [found] = await db
    .select({
      invitation: invitations,
      companyName: companies.name,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .where(and(eq(invitations.codeHash, hashToken(token)), eq(invitations.kind, 'sms')))
  if (found === undefined || invitationStatus(found.invitation, new Date()) !== 'open') {
    throw new CallFailed('invitationGone')
  }
  const { invitation, companyName } = found
  const held = await getInviterRights(db, invitation.createdBy, invitation.companyId)
  if (!held.has('add_sub_account')) throw new CallFailed('invitationGone')
  return { invitation, companyName, invitedBy: personName(found) }
}
