import { z } from 'zod'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { conversations, loadConversations } from './conversations.ts'
import { ownUserId } from './participants.ts'
import { backToList, openConversation, room } from './room.ts'

const paramName = 'talk'
/** Conversation id in the URL; null = the list, or another target in the query. */
export const conversationIdInUrl = (search: string): number | null => {
  const id = Number(new URLSearchParams(search).get(paramName) ?? Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const shownConversationId = (): number | null => room.get().entry?.conversationId ?? null

/** Conversation that the person had open last on the chat page of this browser. */
const lastConversation = () =>
  persistedValue('browser', `chat:last:${ownUserId()}`, withSchema(z.number().int().positive()))

/** Opens the conversation that was open last, where there is room beside the list; nothing once another one is open. */
export async function openLastConversation(): Promise<void> {
  const id = lastConversation().read()
  if (id === undefined) return
  await loadConversations()
  if (room.get().entry !== null || conversationIdInUrl(location.search) !== null) return
  // Nobody was at the list: back leads to the page before the chat.
  history.replaceState(history.state, '', `${location.pathname}?${paramName}=${id}`)
  openConversation(id)
}

/** Number of openings in progress: until all are done the URL determines the room, not vice versa. */
let opening = 0

/** Opens the conversation of the URL after a reload, back or forward. */
export async function openConversationFromUrl(): Promise<void> {
  const [id, before] = [conversationIdInUrl(location.search), shownConversationId()]
  if (id === before) return
  if (id === null) return backToList()
  opening += 1
  await loadConversations()
  // Ignored if the user has chosen another conversation meanwhile.
  if (shownConversationId() === before && conversationIdInUrl(location.search) === id) openConversation(id)
  opening -= 1
  if (conversations.get().at === 'ready') writeUrl()
}

/** Marks history entries created from the list: back leads to the list, also after a reload. */
const fromList = 'fromList'

function writeUrl(): void {
  if (opening > 0) return
  const { visible, entry } = room.get()
  const [id, now] = [shownConversationId(), conversationIdInUrl(location.search)]
  if (visible && id !== null) lastConversation().save(id)
  // A signed-out user returns to the same conversation after login.
  if (!visible || id === now || (entry !== null && id === null)) return
  const place = id === null ? location.pathname : `${location.pathname}?${paramName}=${id}`
  if (id !== null && now === null) history.pushState(fromList, '', place)
  else if (id === null && history.state === fromList) history.back()
  else history.replaceState(history.state, '', place)
}

/**
 * Writes the open conversation of /chat to the URL as a history entry after the list, so that back leads to the list.
 */
export function syncChatUrl(): () => void {
  const moved = () => void openConversationFromUrl()
  const stop = room.listen(writeUrl)
  addEventListener('popstate', moved)
  return () => {
    stop()
    removeEventListener('popstate', moved)
  }
}
