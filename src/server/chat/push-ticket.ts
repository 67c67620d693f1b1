import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { clientIdPrefixOf, topicOf } from '../../domain/chat/topics.ts'
import type { Handler } from '../handler.ts'

export const pushTicket: Handler<typeof conversationsCalls.pushTicket> = async (_input, { caller, push }) => ({
  userId: caller.userId,
  ticket: await push.ticket(caller),
  topic: topicOf(caller.userId),
  clientIdPrefix: clientIdPrefixOf(caller.userId),
})
