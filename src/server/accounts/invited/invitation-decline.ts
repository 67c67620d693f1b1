import { and, eq, isNull } from 'drizzle-orm'
import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations } from '../../../db/tables/accounts.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { notify } from '../news/notify.ts'
import { openInvitation } from './open-invitation.ts'

/** The link is enough: nothing is lost that the company could not send again. */
export const invitationDecline: Handler<typeof invitedCalls.invitationDecline> = async ({ token }, context) => {
  const { invitation } = await openInvitation(context.db, token)
  await context.db.transaction(async (tx) => {
    const [declined] = await tx
      .update(invitations)
      .set({ declinedAt: new Date() })
      .where(
        and(
          eq(invitations.id, invitation.id),
          eq(invitations.codeHash, invitation.codeHash),
          isNull(invitations.usedAt),
          isNull(invitations.declinedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ id: invitations.id })
    if (declined === undefined) throw new CallFailed('invitationGone')
    await notify(tx, context, 'invitation.answered', [invitation.createdBy], {
      title: `${invitation.realName} 没有接受贵企业的邀请`,
      text: '如属误会，可重新邀请。',
      path: links.buyerSubAccounts(),
      by: ['site', 'push'],
    })
  })
  return {}
}
