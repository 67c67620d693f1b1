import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { loadable } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'

export type ConversationDeals = z.output<typeof conversationsCalls.conversationDeals.output>

const part = loadable<ConversationDeals>()
/** Orders and offers of both sides of the conversation that is shown. */
export const conversationDeals = part.state

/** `fresh` drops what was shown, such as that of another conversation. */
export const loadConversationDeals = (conversationId: number, fresh = false): void =>
  void part.load(() => api.chat.conversationDeals({ conversationId }), fresh)

/** Loads those of a conversation, and again when a notice says that something changed. Returns the stop function. */
export function startConversationDeals(conversationId: number): () => void {
  loadConversationDeals(conversationId, true)
  return onPush(({ kind }) => {
    if (kind === 'awake' || kind === 'notice') loadConversationDeals(conversationId)
  })
}
