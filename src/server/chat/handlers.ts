import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import type { messageCentreCalls } from '../../contract/chat/message-centre.ts'
import type { shopPhrasesCalls } from '../../contract/chat/shop-phrases.ts'
import type { supportCustomerCalls } from '../../contract/chat/support-customer.ts'
import type { Contract } from '../../contract/contract.ts'
import { CallFailed } from '../../contract/failures.ts'
import { clientIdPrefixOf, topicOf } from '../../domain/chat/topics.ts'
import type { Handler, Handlers } from '../handler.ts'
import { findShopReplies } from '../shops/replies/shop-replies.ts'
import { contactRecords } from './contact-records.ts'
import { contact } from './contact.ts'
import { conversations, mark, read, recall, typing, unreadByKind, unreadTotal } from './conversations.ts'
import { letterRecipients, messageGroup } from './message-centre/letter-recipients.ts'
import { groupMessageSend, letter, onlineMessageSend, recordReply } from './message-centre/letters.ts'
import { myRecords } from './message-centre/my-records.ts'
import { recordDelete, recordRead, recordsReadAll } from './message-centre/record-changes.ts'
import { recordPage } from './message-centre/record-page.ts'
import { recordsUnread } from './message-centre/unread.ts'
import { messageGroups } from './message-groups.ts'
import { messages, sendMessage } from './messages.ts'
import { supportHandlers } from './support/support-handlers.ts'

/** The message centre: notices and letters. */
const messageCentreHandlers: Handlers<typeof messageCentreCalls> = {
  groupMessageSend,
  letter,
  letterRecipients,
  messageGroup,
  myRecords,
  onlineMessageSend,
  recordDelete,
  recordPage,
  recordRead,
  recordReply,
  recordsReadAll,
  recordsUnread,
}

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

export const chatHandlers: Handlers<Omit<Contract['chat'], keyof typeof supportCustomerCalls | 'conversationDeals'>> = {
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
