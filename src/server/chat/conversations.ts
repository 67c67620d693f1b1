import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { otherParty, personParty } from '../../domain/chat/party.ts'
import type { Handler } from '../handler.ts'
import { entryOf } from './entries.ts'
import { facesOf } from './faces.ts'
import { serviceUserId } from '../accounts/public.ts'
import { ownConversations } from './own-conversations.ts'
import { ownParties } from './sides.ts'

/** Conversations in one answer; older ones are found through the person or shop. */
const most = 200

export const conversations: Handler<typeof conversationsCalls.conversations> = async (_input, { db, caller }) => {
  const rows = await ownConversations(db, caller, most)
  const own = new Set<string>(ownParties(caller))
  const sided = rows.map((row) => {
    const mine = own.has(row.partyA) ? row.partyA : row.partyB
    return { row, mine, other: otherParty(row, mine) }
  })
  const serviceId = caller.isService ? undefined : await serviceUserId(db)
  const pinned = serviceId === undefined ? undefined : personParty(serviceId)
  const faces = await facesOf(db, [...sided.map(({ other }) => other), ...(pinned === undefined ? [] : [pinned])])
  const service = pinned === undefined ? undefined : faces.get(pinned)
  const isPinned = ({ mine, other }: { mine: string; other: string }) => other === pinned && mine.startsWith('u:')
  const rest = sided.flatMap((one) => {
    const face = faces.get(one.other)
    return face === undefined || isPinned(one) ? [] : [entryOf(face, one.mine, one.row)]
  })
  if (service === undefined) return rest
  return [entryOf(service, personParty(caller.userId), sided.find(isPinned)?.row), ...rest]
}
