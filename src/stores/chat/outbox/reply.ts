import { map } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { applyRecallToList } from '../conversations.ts'
import { showSendHint } from './outbox.ts'
import { chatDrafts } from './drafts.ts'
import { thread, type Quote, type ThreadMessage } from '../thread.ts'
import { applyRecall } from '../thread-loading.ts'

/** The quoted message of the reply, by conversation. */
export const replyQuotes = map<Record<string, Quote | undefined>>({})
/** Texts recalled on this page by client id, to be edited and sent again. */
export const recalledTexts = map<Record<string, string>>({})

export function startReply(key: string, { seq, mine, content }: ThreadMessage): void {
  if (seq !== null) replyQuotes.setKey(key, { seq, mine, short: content.lastShort })
}
export const cancelReply = (key: string): void => replyQuotes.setKey(key, undefined)

/** Recalls an own message; the server enforces the time limit. */
export async function recallMessage({ clientId, seq }: ThreadMessage): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId === null || seq === null) return
  const { conversationId } = now
  const answer = await api.chat.recall({ conversationId, seq })
  if (!answer.ok) return showSendHint(answer.failure.message)
  if (answer.content.text !== '') recalledTexts.setKey(clientId, answer.content.text)
  applyRecall(conversationId, seq)
  applyRecallToList(conversationId, seq)
}

/** Puts the text of a recalled message back into the draft. */
export function editRecalledText(key: string, { clientId }: ThreadMessage): void {
  const text = recalledTexts.get()[clientId]
  if (text !== undefined) chatDrafts.setKey(key, text)
}
