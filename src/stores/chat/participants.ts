import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import { session } from '../accounts/session.ts'

/** Key of a conversation: the other side and the own role. */
export const conversationKey = ({
  id,
  orgId,
  sendOrgId,
  asDemandId,
}: Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'asDemandId'>): string =>
  `${orgId === null ? 'u' : 'o'}${id}:${sendOrgId ?? ''}${asDemandId === null ? '' : `:d${asDemandId}`}`

/** The participants as input of calls. */
export const participantInput = (
  entry: Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'isStoreIdentity' | 'asDemandId'>,
) => ({
  receiveId: entry.orgId === null ? entry.id : null,
  receiveOrgId: entry.orgId,
  isOrg: entry.orgId !== null,
  isStoreIdentity: entry.isStoreIdentity,
  sendOrgId: entry.sendOrgId,
  isOrgSend: entry.sendOrgId !== null,
  asDemandId: entry.asDemandId,
  plateFormCode: 'web',
})

/** Id of the signed-in user; 0 if signed out. */
export const ownUserId = (): number => {
  const now = session.get()
  return now.at === 'in' ? now.user.userId : 0
}

/** The other side of a conversation. */
export const peerParty = ({ id, orgId }: Pick<ConversationEntry, 'id' | 'orgId'>): string =>
  orgId === null ? personParty(id) : shopParty(orgId)
