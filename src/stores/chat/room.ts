import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { Card, ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { textContent } from '../../domain/chat/content.ts'
import type { PushedRead } from '../../domain/chat/pushed.ts'
import { platformGreeting, shopGreeting, shownName, type Hotline } from '../../domain/chat/words.ts'
import { newUuid } from '../../client/uuid.ts'
import { conversations, ensureEntry, loadConversations, markRead } from './conversations.ts'
import { greetOnce, keepServiceId } from './greeted.ts'
import { send, sendHint, unsentOf } from './outbox.ts'
import { keyOf, peerParty } from './sides.ts'
import { loadShopWords, shopWords } from './shop-words.ts'
import { changeThread, lastSeqOf, thread, type ThreadMessage } from './thread.ts'
import { loadAround, loadThread } from './thread-loading.ts'
import { names, readTarget, type ChatTarget } from './target.ts'

/** Who is being asked for, before the conversation is there. */
export type Asking =
  { readonly at: 'nothing' } | { readonly at: 'loading' } | { readonly at: 'failed'; readonly failure: Failure }

/** The chat on this page: shown or not, whom it shows, what is to be talked about. */
export const room = atom<{
  readonly visible: boolean
  readonly entry: ConversationEntry | null
  readonly about: Card | null
}>({ visible: false, entry: null, about: null })
export const asking = atom<Asking>({ at: 'nothing' })

let wanted: ChatTarget = { service: false }
let hotline: Hotline = { number: '', hours: '' }
const greetings = new Map<string, ThreadMessage>()

/** Where the platform can be called: from the area's settings, told by the page. */
export const setHotline = (value: Hotline): void => {
  hotline = value
}

/** Opens the chat: with nobody named, the list; else the conversation with whom the page names. */
export async function openChat(detail: unknown): Promise<void> {
  room.set({ ...room.get(), visible: true })
  void loadConversations()
  wanted = readTarget(detail)
  if (names(wanted)) await findTarget()
  else asking.set({ at: 'nothing' })
}

/** Opens the chat at a conversation of the list. */
export function openConversation(conversationId: number): void {
  const now = conversations.get()
  const entry = now.at === 'ready' ? now.entries.find((one) => one.conversationId === conversationId) : undefined
  room.set({ ...room.get(), visible: true })
  if (entry !== undefined) void select(entry)
}

/** Looks up who was asked for; also the way to try again. */
export async function findTarget(): Promise<void> {
  const target = wanted
  room.set({ ...room.get(), entry: null, about: null })
  thread.set({ at: 'none' })
  asking.set({ at: 'loading' })
  const answer = await api.chat.contact(target)
  if (target !== wanted) return
  if (!answer.ok) return asking.set({ at: 'failed', failure: answer.failure })
  await loadConversations()
  ensureEntry(answer.content.entry)
  await select(answer.content.entry, answer.content.about)
}

/** Shows a conversation: its messages anew from the first page, its unread count gone. */
export async function select(entry: ConversationEntry, about: Card | null = null): Promise<void> {
  asking.set({ at: 'nothing' })
  sendHint.set('')
  room.set({ ...room.get(), entry, about })
  if (entry.isService) keepServiceId(entry.id)
  const key = keyOf(entry)
  const own = loadShopWords(entry).then(() => [...greetingOf(entry), ...unsentOf(key)])
  await loadThread(entry, own)
  readOpen()
}

/** Shows a conversation at a message that was found or is answered. */
export async function selectAt(entry: ConversationEntry, conversationId: number, seq: number): Promise<void> {
  asking.set({ at: 'nothing' })
  room.set({ ...room.get(), entry, about: null })
  await Promise.all([loadAround(entry, conversationId, seq), loadShopWords(entry)])
  readOpen()
}

/** Shows a message of the open conversation, wherever it stands. */
export function jumpTo(seq: number): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId === null) return
  if (now.messages.some((message) => message.seq === seq)) thread.set({ ...now, jumpedTo: { seq } })
  else void loadAround(now.entry, now.conversationId, seq)
}

/** Tries to read the messages again; after a jump into the past, the latest ones. */
export const reload = (): void => {
  const { entry } = room.get()
  if (entry !== null) void select(entry, room.get().about)
}

/** Specification section 4: the greeting is added once per party. */
function greetingOf(entry: ConversationEntry): ThreadMessage[] {
  const key = keyOf(entry)
  const party = `${entry.orgId === null ? 'u' : 'o'}${entry.id}`
  const speaks = entry.sendOrgId === null && (entry.isService || entry.orgId !== null)
  if (!greetings.has(key) && speaks && greetOnce(party)) {
    const text = entry.isService ? platformGreeting(hotline) : firstWords(entry)
    const at = new Date().toISOString()
    const place = entry.lastSeq + 0.5
    const content = textContent(text)
    const plain = { mine: false, own: false, author: null, reply: null }
    greetings.set(key, { clientId: newUuid(), seq: null, place, ...plain, content, at, state: 'greeting' })
  }
  const greeting = greetings.get(key)
  return greeting === undefined ? [] : [greeting]
}

/** What the shop chose to say first, else the product's own words. */
const firstWords = ({ orgId, name }: ConversationEntry): string =>
  (orgId === null ? undefined : shopWords.get()[orgId]?.greeting) || shopGreeting(shownName(name))

/** True while a conversation is before the person's eyes. */
export const isOpen = (key: string): boolean => {
  const { visible, entry } = room.get()
  return visible && entry !== null && keyOf(entry) === key && document.visibilityState === 'visible'
}

/** Tells the server how far the open conversation has been read. */
export function readOpen(): void {
  const now = thread.get()
  if (now.at !== 'ready' || !isOpen(now.key) || now.conversationId === null) return
  const seq = lastSeqOf(now.messages)
  const { conversationId, key } = now
  if (seq === 0 || seq <= (told.get(conversationId) ?? 0)) return
  told.set(conversationId, seq)
  markRead(key, seq)
  void quietApi.chat.read({ conversationId, seq }).then((answer) => {
    if (!answer.ok) told.delete(conversationId)
  })
}
const told = new Map<number, number>()

/** Sends what is to be talked about: its link, which the server makes a card of. */
export function sendAbout(): void {
  const { entry, about } = room.get()
  if (entry === null || about === null) return
  if (send(entry, location.origin + about.url)) dismissAbout()
}
export const dismissAbout = (): void => room.set({ ...room.get(), about: null })

/** On phones: from the conversation back to the list. */
export function backToList(): void {
  wanted = { service: false }
  asking.set({ at: 'nothing' })
  room.set({ ...room.get(), entry: null, about: null })
  thread.set({ at: 'none' })
  void loadConversations()
}

/** Specification 2.7: closing clears the target and hides the room. */
export function closeChat(): void {
  wanted = { service: false }
  asking.set({ at: 'nothing' })
  room.set({ visible: false, entry: null, about: null })
  thread.set({ at: 'none' })
}

/** Redraws how far the other side has read. A colleague on the own side is not it. */
export function peerRead({ conversationId, party, seq }: PushedRead): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId !== conversationId || party !== peerParty(now.entry)) return
  changeThread(now.key, (before) => ({ ...before, peerReadSeq: Math.max(before.peerReadSeq, seq) }))
}
