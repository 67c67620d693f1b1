import type { MessageRights } from '../../islands/chat/message-centre/MessageCentre.tsx'

/** Message permissions: those of a company member; all of them for people without a company. */
export function messageRightsOf(viewer: App.Locals['viewer']): MessageRights {
  const may = (right: 'message_reply' | 'message_delete') =>
    viewer !== null && (viewer.companyId === null || viewer.permissions.has(right))
  return { userId: viewer?.userId ?? 0, reply: may('message_reply'), remove: may('message_delete') }
}
