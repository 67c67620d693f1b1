import { atom, computed } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { isAutomatic } from '../../domain/chat/away.ts'
import { recalledContent } from '../../domain/chat/content.ts'
import type { PushedMark, PushedMessage, PushedRead } from '../../domain/chat/pushed.ts'
import { counts } from '../accounts/session.ts'
import { keyOf, ownId } from './sides.ts'

export type Conversations =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'ready'; readonly entries: readonly ConversationEntry[] }

/** 我的沟通. */
export const conversations = atom<Conversations>({ at: 'loading' })
/** Unread messages in all conversations but the silent ones. */
export const unread = computed(conversations, (now) =>
  now.at === 'ready' ? now.entries.reduce((sum, { count, muted }) => sum + (muted ? 0 : count), 0) : undefined,
)
/** The same, known before the list is: for the badge and the tab's title. */
export const unreadTotal = atom(0)
unread.subscribe((count) => {
  if (count !== undefined) unreadTotal.set(count)
})
unreadTotal.listen((count) => counts.setKey('messages', count))

let loading: Promise<void> | undefined

/** Reads the list. What is shown stays while it is read anew, also when that fails. */
export function loadConversations(): Promise<void> {
  loading ??= quietApi.chat.conversations({}).then((answer) => {
    loading = undefined
    if (answer.ok) conversations.set({ at: 'ready', entries: answer.content })
    else if (conversations.get().at !== 'ready') conversations.set({ at: 'failed', failure: answer.failure })
  })
  return loading
}

/** Signed out: nothing of a person stays in the page. */
export function forgetConversations(): void {
  conversations.set({ at: 'loading' })
  unreadTotal.set(0)
}

/** The badge, before anyone has opened the chat. */
export async function loadUnread(): Promise<void> {
  if (conversations.get().at === 'ready') return loadConversations()
  const answer = await quietApi.chat.unreadTotal({})
  if (answer.ok && conversations.get().at !== 'ready') unreadTotal.set(answer.content)
}

function change(key: string, how: (entry: ConversationEntry) => ConversationEntry): void {
  const now = conversations.get()
  if (now.at !== 'ready') return
  conversations.set({ at: 'ready', entries: now.entries.map((entry) => (keyOf(entry) === key ? how(entry) : entry)) })
}

/** Puts a conversation into the list that is not in it yet; the platform's stays first. */
export function ensureEntry(entry: ConversationEntry): void {
  const now = conversations.get()
  if (now.at !== 'ready' || now.entries.some((known) => keyOf(known) === keyOf(entry))) return
  conversations.set({ at: 'ready', entries: ordered([entry, ...now.entries]) })
}

/** The platform's first, then those on top, then the rest, each in the order they have. */
const ordered = (entries: readonly ConversationEntry[]) => [
  ...entries.filter(({ isService }) => isService),
  ...entries.filter(({ isService, pinned }) => pinned && !isService),
  ...entries.filter(({ isService, pinned }) => !pinned && !isService),
]

/** Everything up to `seq` is read. */
export const markRead = (key: string, seq: number): void =>
  change(key, (entry) => ({
    ...entry,
    readSeq: Math.max(entry.readSeq, seq),
    count: seq >= entry.lastSeq ? 0 : entry.count,
  }))

/**
 * A pushed message: its conversation gets the last words, counts up unless it is read right away, and moves up.
 * A conversation that is not known yet is read from the server.
 */
export function applyMessage(message: PushedMessage, isOpen: (key: string) => boolean): void {
  const now = conversations.get()
  if (now.at !== 'ready') return void loadUnread()
  const known = now.entries.find(({ conversationId }) => conversationId === message.conversationId)
  if (known === undefined) return void loadConversations()
  if (message.seq <= known.lastSeq) return
  // The reply that a shop sends by itself bears its owner's name, who has not seen anything yet.
  const mine = !isAutomatic(message) && message.sendId === ownId() && message.mine
  const seen = mine || isOpen(keyOf(known))
  const entry = {
    ...known,
    lastSeq: message.seq,
    lastWord: message.content,
    addTime: message.addTime,
    readSeq: seen ? message.seq : known.readSeq,
    count: seen ? 0 : known.count + message.seq - known.lastSeq,
  }
  conversations.set({ at: 'ready', entries: ordered([entry, ...now.entries.filter((other) => other !== known)]) })
}

/** Read in another tab or on another device. */
export function applyOwnRead({ conversationId, seq }: PushedRead): void {
  const now = conversations.get()
  if (now.at !== 'ready') return void loadUnread()
  const known = now.entries.find((entry) => entry.conversationId === conversationId)
  if (known !== undefined) markRead(keyOf(known), seq)
}

/** Puts on top or silences; what the server says counts. */
export async function markEntry(entry: ConversationEntry, how: { pinned?: boolean; muted?: boolean }): Promise<void> {
  const { conversationId } = entry
  if (conversationId === null) return
  const answer = await api.chat.mark({ conversationId, ...how })
  if (answer.ok) applyMark({ type: 'chatMark', conversationId, ...answer.content })
}

/** Changed here, in another tab or on another device. Among those on top the last one stands first. */
export function applyMark({ conversationId, pinned, muted }: PushedMark): void {
  const now = conversations.get()
  if (now.at !== 'ready') return void loadUnread()
  const known = now.entries.find((entry) => entry.conversationId === conversationId)
  if (known === undefined) return void loadConversations()
  if (known.pinned === pinned) return change(keyOf(known), (entry) => ({ ...entry, muted }))
  const changed = { ...known, pinned, muted }
  const others = now.entries.filter((entry) => entry !== known)
  const byTime = [...others, changed].toSorted((a, b) => (b.addTime ?? '').localeCompare(a.addTime ?? ''))
  conversations.set({ at: 'ready', entries: ordered(pinned ? [changed, ...others] : keepPins(others, byTime)) })
}

/** By time, those on top in the order they have. */
const keepPins = (before: readonly ConversationEntry[], byTime: readonly ConversationEntry[]) => [
  ...before.filter(({ pinned }) => pinned),
  ...byTime.filter(({ pinned }) => !pinned),
]

/** A message was taken back: where it was the last one, its words go. */
export function applyRecalled(conversationId: number, seq: number): void {
  const now = conversations.get()
  if (now.at !== 'ready') return
  const known = now.entries.find((entry) => entry.conversationId === conversationId)
  if (known === undefined || known.lastSeq !== seq) return
  change(keyOf(known), (entry) => ({ ...entry, lastWord: JSON.stringify(recalledContent) }))
}
