import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Handlers } from '../../handler.ts'
import { groupMessageSend } from './group-message-send.ts'
import { letter } from './letter.ts'
import { letterRecipients } from './letter-recipients.ts'
import { messageGroup } from './message-group.ts'
import { myRecords } from './my-records.ts'
import { onlineMessageSend } from './online-message-send.ts'
import { recordDelete } from './record-delete.ts'
import { recordPage } from './record-page.ts'
import { recordRead, recordsReadAll } from './record-read.ts'
import { recordReply } from './record-reply.ts'
import { recordsUnread } from './unread.ts'

/** The message centre: what happened, and letters. */
export const messageCentreHandlers: Handlers<typeof messageCentreCalls> = {
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
