import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import type { Handlers } from '../../handler.ts'
import { invitation } from './invitation.ts'
import { invitationAccept } from './invitation-accept.ts'
import { invitationCodeCheck, invitationCodeSend } from './invitation-code.ts'
import { invitationDecline } from './invitation-decline.ts'

export const invitedHandlers: Handlers<typeof invitedCalls> = {
  invitation,
  invitationCodeSend,
  invitationCodeCheck,
  invitationAccept,
  invitationDecline,
}
