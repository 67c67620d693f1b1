import { user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const messageCentreCalls = {
  recordsReadAll: notBuilt('/message/record/read-all', user),
  recordDelete: notBuilt('/message/record/delete', user),
  myRecords: notBuilt('/message/record/mine/list-page', user),
  recordPage: notBuilt('/message/record/list-page', user),
  recordRead: notBuilt('/message/record/read', user),
  recordReply: notBuilt('/message/record/reply', user),
  onlineMessageSend: notBuilt('/message/send/online-message', user),
  groupMessageSend: notBuilt('/message/send/group-message', user),
  messageGroup: notBuilt('/message/group/info', user),
}
