import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import type { Handlers, Handler } from '../../handler.ts'
import { invitationAccept, invitationCodeCheck, invitationCodeSend, invitationDecline } from './invitation-answers.ts'
import { maskPhone } from '../../../domain/masks.ts'
import { getRoles } from '../companies/invitations.ts'
import { getOpenInvitation } from './open-invitation.ts'

const invitation: Handler<typeof invitedCalls.invitation> = async ({ token }, { db }) => {
  const { invitation: row, companyName, invitedBy } = await getOpenInvitation(db, token)
  const roles = row.roleIds.length === 0 ? [] : await getRoles(db, row.companyId, row.roleIds)
  return {
    companyName,
    invitedBy,
    roles: roles.map(({ name }) => name),
    realName: row.realName,
    mobile: maskPhone(row.mobile),
    expiresAt: row.expiresAt.toISOString(),
  }
}

export const invitedHandlers: Handlers<typeof invitedCalls> = {
  invitation,
  invitationCodeSend,
  invitationCodeCheck,
  invitationAccept,
  invitationDecline,
}
