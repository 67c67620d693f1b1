import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Handlers } from '../../handler.ts'
import { groupMessageSend, onlineMessageSend, recordReply } from './send-letters.ts'
import { letter } from './letter.ts'
import { letterRecipients, messageGroup } from './letter-recipients.ts'
import { myRecords } from './my-records.ts'
import { recordDelete, recordRead, recordsReadAll } from './record-changes.ts'
import { recordPage } from './record-page.ts'
import { recordsUnread } from './unread.ts'

/** The message centre: notices and letters. */
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
