import { map } from 'nanostores'
import { api } from '../../client/browser.ts'
import { applyRecalled } from './conversations.ts'
import { showHint } from './outbox.ts'
import { drafts } from './drafts.ts'
import { thread, type Quote, type ThreadMessage } from './thread.ts'
import { applyRecall } from './thread-loading.ts'

/** What is being answered, by conversation. */
export const replying = map<Record<string, Quote | undefined>>({})
/** Texts that were taken back in this page, by client id: to be edited and sent again. */
export const takenBack = map<Record<string, string>>({})

export function replyTo(key: string, { seq, mine, content }: ThreadMessage): void {
  if (seq !== null) replying.setKey(key, { seq, mine, short: content.lastShort })
}
export const replyToNobody = (key: string): void => replying.setKey(key, undefined)

/** Takes an own message back; the server decides whether it is still time. */
export async function recallMessage({ clientId, seq }: ThreadMessage): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId === null || seq === null) return
  const { conversationId } = now
  const answer = await api.chat.recall({ conversationId, seq })
  if (!answer.ok) return showHint(answer.failure.message)
  if (answer.content.text !== '') takenBack.setKey(clientId, answer.content.text)
  applyRecall(conversationId, seq)
  applyRecalled(conversationId, seq)
}

/** Puts the text of a message that was taken back into the draft again. */
export function editAgain(key: string, { clientId }: ThreadMessage): void {
  const text = takenBack.get()[clientId]
  if (text !== undefined) drafts.setKey(key, text)
}
