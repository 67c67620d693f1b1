import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { personParty } from '../../domain/chat/party.ts'
import type { Handler } from '../handler.ts'
import { getEntries, presentEntry } from './conversation-entries.ts'
import { getProfiles } from './profiles.ts'
import { listOwnConversations } from './own-conversations.ts'
import { getServiceUserId } from '../accounts/sign-in/service-id.ts'

/** Maximum of conversations listed; older ones are found by name (messageGroups). */
const maxConversations = 200

export const conversations: Handler<typeof conversationsCalls.conversations> = async (_input, { db, caller }) => {
  const entries = await getEntries(db, caller, await listOwnConversations(db, caller, { limit: maxConversations }))
  const serviceId = caller.isService ? undefined : await getServiceUserId(db)
  if (serviceId === undefined) return entries
  const isPinned = ({ isService, sendOrgId }: (typeof entries)[number]) => isService && sendOrgId === null
  const known = entries.find(isPinned)
  const rest = entries.filter((entry) => entry !== known)
  if (known !== undefined) return [known, ...rest]
  const party = personParty(serviceId)
  const face = (await getProfiles(db, [party])).get(party)
  return face === undefined ? rest : [presentEntry(face, personParty(caller.userId), undefined), ...rest]
}
