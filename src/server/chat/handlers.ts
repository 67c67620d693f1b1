import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { contact } from './contact.ts'
import { contactRecords } from './contact-records.ts'
import { conversations } from './conversations.ts'
import { deskHandlers } from './desk/handlers.ts'
import { mark } from './mark.ts'
import { messageCentreHandlers } from './message-centre/handlers.ts'
import { messageGroups } from './message-groups.ts'
import { messages } from './messages.ts'
import { pushTicket } from './push-ticket.ts'
import { read } from './read.ts'
import { recall } from './recall.ts'
import { sendMessage } from './send-message.ts'
import { shopWords } from './shop-words.ts'
import { typing } from './typing.ts'
import { unreadByKind, unreadTotal } from './unread.ts'

export const chatHandlers: Handlers<Contract['chat']> = {
  contact,
  contactRecords,
  conversations,
  ...deskHandlers,
  mark,
  ...messageCentreHandlers,
  messageGroups,
  messages,
  pushTicket,
  read,
  recall,
  sendMessage,
  shopWords,
  typing,
  unreadByKind,
  unreadTotal,
}
