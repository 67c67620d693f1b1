import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { contact } from './contact.ts'
import { conversations } from './conversations.ts'
import { messages } from './messages.ts'
import { pushTicket } from './push-ticket.ts'
import { read } from './read.ts'
import { sendMessage } from './send-message.ts'
import { shopWords } from './shop-words.ts'
import { unreadByKind, unreadTotal } from './unread.ts'

export const chatHandlers: Handlers<Contract['chat']> = {
  contact,
  conversations,
  messages,
  pushTicket,
  read,
  sendMessage,
  shopWords,
  unreadByKind,
  unreadTotal,
}
