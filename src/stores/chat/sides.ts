import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import { session } from '../accounts/session.ts'

/** Which conversation: who is on the other side, and as whom one speaks. */
export const keyOf = ({
  id,
  orgId,
  sendOrgId,
  asDemandId,
}: Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'asDemandId'>): string =>
  `${orgId === null ? 'u' : 'o'}${id}:${sendOrgId ?? ''}${asDemandId === null ? '' : `:d${asDemandId}`}`

/** The sides as the calls want them. */
export const addressOf = (
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

/** User id of the person at this page; 0 when signed out. */
export const ownId = (): number => {
  const now = session.get()
  return now.at === 'in' ? now.user.userId : 0
}

/** The other side of a conversation. */
export const peerParty = ({ id, orgId }: Pick<ConversationEntry, 'id' | 'orgId'>): string =>
  orgId === null ? personParty(id) : shopParty(orgId)
