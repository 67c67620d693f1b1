import type { Contract } from '../../contract/contract.ts'
import type { Handlers, Handler } from '../handler.ts'
import { contact } from './contact.ts'
import { contactRecords } from './contact-records.ts'
import { conversations } from './conversations.ts'
import { supportHandlers } from './support/support-handlers.ts'
import { mark, typing, read, recall } from './conversation-actions.ts'
import { messageCentreHandlers } from './message-centre/handlers.ts'
import { messageGroups } from './message-groups.ts'
import { messages } from './messages.ts'
import { sendMessage } from './send-message.ts'
import { unreadByKind, unreadTotal } from './unread.ts'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { clientIdPrefixOf, topicOf } from '../../domain/chat/topics.ts'
import type { shopPhrasesCalls } from '../../contract/chat/shop-phrases.ts'
import { CallFailed } from '../../contract/failures.ts'
import { findShopReplies } from '../shops/replies/shop-replies.ts'

const shopPhrases: Handler<typeof shopPhrasesCalls.shopPhrases> = async ({ orgId }, { db }) => {
  const replies = await findShopReplies(db, orgId)
  if (replies === undefined) throw new CallFailed('notFound')
  return { greeting: replies.greeting, quickPhrases: replies.quickPhrases }
}

const pushTicket: Handler<typeof conversationsCalls.pushTicket> = async (_input, { caller, push }) => ({
  userId: caller.userId,
  ticket: await push.ticket(caller),
  topic: topicOf(caller.userId),
  clientIdPrefix: clientIdPrefixOf(caller.userId),
})

export const chatHandlers: Handlers<Contract['chat']> = {
  contact,
  contactRecords,
  conversations,
  ...supportHandlers,
  mark,
  ...messageCentreHandlers,
  messageGroups,
  messages,
  pushTicket,
  read,
  recall,
  sendMessage,
  shopPhrases,
  typing,
  unreadByKind,
  unreadTotal,
}
