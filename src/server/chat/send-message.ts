import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import { longestText, sentText } from '../../domain/chat/content.ts'
import { orderParties, type Party } from '../../domain/chat/party.ts'
import type { PushedMessage } from '../../domain/chat/pushed.ts'
import { shownName } from '../../domain/chat/words.ts'
import type { Handler } from '../handler.ts'
import { awayReply } from './away-reply.ts'
import { contentOf } from './cards.ts'
import { facesOf, type Face } from './faces.ts'
import { membersOf } from './members.ts'
import { presentMessage } from './present.ts'
import { otherPartyOf, ownPartyOf } from './sides.ts'
import { storeMessage, type Stored } from './store-message.ts'

export const sendMessage: Handler<typeof conversationsCalls.sendMessage> = async (input, context) => {
  const { caller, db, config, push, after } = context
  const own = ownPartyOf(caller, input)
  const other = otherPartyOf(caller, input)
  const text = sentText(input.content)
  if (text === '') throw fieldFailed({ field: 'content', message: '请输入消息' })
  if ([...text].length > longestText) throw fieldFailed({ field: 'content', message: `最多 ${longestText} 个字` })
  const faces = await facesOf(db, [own, other])
  if (input.isOrgSend && faces.get(own)?.open !== true) throw new CallFailed('notSeller')
  if (faces.get(other)?.open !== true) throw new CallFailed('notFound')
  const content = await contentOf(db, text, config.siteUrl)
  const clientId = input.clientId ?? crypto.randomUUID()
  const sending = { own, other, senderUserId: caller.userId, content, clientId, reads: true }
  const stored = await storeMessage(db, sending)
  if (stored === undefined) return true
  const message = pushed(stored, own, other, faces.get(own))
  // Both sides: every member with the right, and the sender's other tabs.
  const members = await membersOf(db, [own, other])
  const tell = (told: PushedMessage) => members.forEach((userId) => push.send(userId, told))
  after(async () => {
    tell(message)
    const { conversationId, row } = stored
    const reply = await awayReply(db, { from: own, to: other, conversationId, now: row.createdAt })
    if (reply !== undefined) tell(pushed(reply, other, own, faces.get(other)))
  })
  return true
}

const pushed = ({ row, conversationId }: Stored, own: Party, other: Party, face: Face | undefined): PushedMessage => ({
  ...presentMessage(row, orderParties(own, other)),
  type: 'chat',
  conversationId,
  sendName: shownName(face?.name ?? ''),
  sendTime: row.createdAt.toISOString(),
  avatar: face?.avatar ?? '',
})
