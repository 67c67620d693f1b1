import { user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const conversationsCalls = {
  conversations: notBuilt('/message/index/contact/user-list', user),
  messageGroups: notBuilt('/message/index/contact/page-message-group', user),
  contactRecords: notBuilt('/message/index/contact/message-record', user),
  unreadByKind: notBuilt('/message/mqtt/respective-amount-count', user),
  unreadTotal: notBuilt('/message/mqtt/unread-amount-count', user),
  messages: notBuilt('/message/mqtt/record-list', user),
  sendMessage: notBuilt('/message/mqtt/send-msg', user),
}
