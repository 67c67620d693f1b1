import { atom, computed } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import { recalledContent } from '../../domain/chat/content.ts'
import type { PushedMark, PushedMessage, PushedRead } from '../../domain/chat/chat-push.ts'
import { counts } from '../accounts/session.ts'
import { conversationKey, ownUserId } from './participants.ts'

export type Conversations =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'ready'; readonly entries: readonly ConversationEntry[] }

/** 我的沟通. */
export const conversations = atom<Conversations>({ at: 'loading' })
/** Unread messages in all conversations except muted ones; undefined until loaded. */
export const unreadCount = computed(conversations, (now) =>
  now.at === 'ready' ? now.entries.reduce((sum, { count, muted }) => sum + (muted ? 0 : count), 0) : undefined,
)
/** Unread count for badge and title, available before the list is loaded. */
export const unreadTotal = atom(0)
unreadCount.subscribe((count) => {
  if (count !== undefined) unreadTotal.set(count)
})
unreadTotal.listen((count) => counts.setKey('messages', count))

let loading: Promise<void> | undefined

/** Loads the list; the shown list stays during and after a failed reload. */
export function loadConversations(): Promise<void> {
  loading ??= quietApi.chat.conversations({}).then((answer) => {
    loading = undefined
    if (answer.ok) conversations.set({ at: 'ready', entries: answer.content })
    else if (conversations.get().at !== 'ready') conversations.set({ at: 'failed', failure: answer.failure })
  })
  return loading
}

/** Clears the list after sign-out. */
export function resetConversations(): void {
  conversations.set({ at: 'loading' })
  unreadTotal.set(0)
}

/** Loads the unread count for the badge. */
export async function loadUnreadCount(): Promise<void> {
  if (conversations.get().at === 'ready') return loadConversations()
  const answer = await quietApi.chat.unreadTotal({})
  if (answer.ok && conversations.get().at !== 'ready') unreadTotal.set(answer.content)
}

function updateEntry(key: string, how: (entry: ConversationEntry) => ConversationEntry): void {
  const now = conversations.get()
  if (now.at !== 'ready') return
  conversations.set({
    at: 'ready',
    entries: now.entries.map((entry) => (conversationKey(entry) === key ? how(entry) : entry)),
  })
}

/** Adds a conversation to the list if missing. */
export function ensureEntry(entry: ConversationEntry): void {
  const now = conversations.get()
  if (now.at !== 'ready' || now.entries.some((known) => conversationKey(known) === conversationKey(entry))) return
  conversations.set({ at: 'ready', entries: sortEntries([entry, ...now.entries]) })
}

/** Sorts: platform service, pinned, others; the order within each group does not change. */
const sortEntries = (entries: readonly ConversationEntry[]) => [
  ...entries.filter(({ isService }) => isService),
  ...entries.filter(({ isService, pinned }) => pinned && !isService),
  ...entries.filter(({ isService, pinned }) => !pinned && !isService),
]

/** Marks messages up to `seq` as read. */
export const markRead = (key: string, seq: number): void =>
  updateEntry(key, (entry) => ({
    ...entry,
    readSeq: Math.max(entry.readSeq, seq),
    count: seq >= entry.lastSeq ? 0 : entry.count,
  }))

/**
 * Applies a pushed message: updates preview, unread count and position of its conversation.
 * Reloads the list for an unknown conversation.
 */
export function applyMessage(message: PushedMessage, isOpen: (key: string) => boolean): void {
  const now = conversations.get()
  if (now.at !== 'ready') return void loadUnreadCount()
  const known = now.entries.find(({ conversationId }) => conversationId === message.conversationId)
  if (known === undefined) return void loadConversations()
  if (message.seq <= known.lastSeq) return
  // An automatic reply carries the name of the shop's owner, who has not seen anything yet.
  const mine = !isAutomatic(message) && message.sendId === ownUserId() && message.mine
  const seen = mine || isOpen(conversationKey(known))
  const entry = {
    ...known,
    lastSeq: message.seq,
    lastWord: message.content,
    addTime: message.addTime,
    readSeq: seen ? message.seq : known.readSeq,
    count: seen ? 0 : known.count + message.seq - known.lastSeq,
  }
  conversations.set({ at: 'ready', entries: sortEntries([entry, ...now.entries.filter((other) => other !== known)]) })
}

/** Read in another tab or on another device. */
export function applyOwnRead({ conversationId, seq }: PushedRead): void {
  const now = conversations.get()
  if (now.at !== 'ready') return void loadUnreadCount()
  const known = now.entries.find((entry) => entry.conversationId === conversationId)
  if (known !== undefined) markRead(conversationKey(known), seq)
}

/** Pins or mutes a conversation; the server's answer is applied. */
export async function markEntry(entry: ConversationEntry, how: { pinned?: boolean; muted?: boolean }): Promise<void> {
  const { conversationId } = entry
  if (conversationId === null) return
  const answer = await api.chat.mark({ conversationId, ...how })
  if (answer.ok) applyMark({ type: 'chatMark', conversationId, ...answer.content })
}

/** Applies pin and mute changes of any tab or device. The latest pinned comes first. */
export function applyMark({ conversationId, pinned, muted }: PushedMark): void {
  const now = conversations.get()
  if (now.at !== 'ready') return void loadUnreadCount()
  const known = now.entries.find((entry) => entry.conversationId === conversationId)
  if (known === undefined) return void loadConversations()
  if (known.pinned === pinned) return updateEntry(conversationKey(known), (entry) => ({ ...entry, muted }))
  const changed = { ...known, pinned, muted }
  const others = now.entries.filter((entry) => entry !== known)
  const byTime = [...others, changed].toSorted((a, b) => (b.addTime ?? '').localeCompare(a.addTime ?? ''))
  conversations.set({
    at: 'ready',
    entries: sortEntries(pinned ? [changed, ...others] : mergeKeepingPinOrder(others, byTime)),
  })
}

/** Sorted by time, pinned ones in their previous order. */
const mergeKeepingPinOrder = (before: readonly ConversationEntry[], byTime: readonly ConversationEntry[]) => [
  ...before.filter(({ pinned }) => pinned),
  ...byTime.filter(({ pinned }) => !pinned),
]

/** Replaces the preview if the last message was recalled. */
export function applyRecallToList(conversationId: number, seq: number): void {
  const now = conversations.get()
  if (now.at !== 'ready') return
  const known = now.entries.find((entry) => entry.conversationId === conversationId)
  if (known === undefined || known.lastSeq !== seq) return
  updateEntry(conversationKey(known), (entry) => ({ ...entry, lastWord: JSON.stringify(recalledContent) }))
}
