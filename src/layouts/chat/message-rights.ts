import type { MessageRights } from '../../islands/chat/message-centre/MessageCentre.tsx'

/** What a person may do with messages: members of a company by their rights, whoever has none everything. */
export function rightsOf(viewer: App.Locals['viewer']): MessageRights {
  const may = (right: 'message_reply' | 'message_delete') =>
    viewer !== null && (viewer.companyId === null || viewer.permissions.has(right))
  return { userId: viewer?.userId ?? 0, reply: may('message_reply'), remove: may('message_delete') }
}
