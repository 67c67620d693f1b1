import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { personParty } from '../../domain/chat/party.ts'
import { serviceUserId } from '../accounts/public.ts'
import type { Handler } from '../handler.ts'
import { entriesOf, entryOf } from './entries.ts'
import { facesOf } from './faces.ts'
import { ownConversations } from './own-conversations.ts'

/** Conversations in one answer; older ones are found by name (messageGroups) or through the person or shop. */
const most = 200

export const conversations: Handler<typeof conversationsCalls.conversations> = async (_input, { db, caller }) => {
  const entries = await entriesOf(db, caller, await ownConversations(db, caller, { most }))
  const serviceId = caller.isService ? undefined : await serviceUserId(db)
  if (serviceId === undefined) return entries
  const isPinned = ({ isService, sendOrgId }: (typeof entries)[number]) => isService && sendOrgId === null
  const known = entries.find(isPinned)
  const rest = entries.filter((entry) => entry !== known)
  if (known !== undefined) return [known, ...rest]
  const party = personParty(serviceId)
  const face = (await facesOf(db, [party])).get(party)
  return face === undefined ? rest : [entryOf(face, personParty(caller.userId), undefined), ...rest]
}
