import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { LinkPreview, ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { textContent } from '../../domain/chat/content.ts'
import type { PushedRead } from '../../domain/chat/chat-push.ts'
import { platformGreeting, shopGreeting, shownName, type Hotline } from '../../domain/chat/phrases.ts'
import { newUuid } from '../../client/uuid.ts'
import { conversations, ensureEntry, loadConversations, markRead } from './conversations.ts'
import { sendText, sendHint, unsentMessagesOf } from './outbox/outbox.ts'
import { conversationKey, peerParty } from './participants.ts'
import { loadShopChatTexts, shopChatTexts } from './shop-chat-texts.ts'
import { updateThread, lastSeqOf, thread, type ThreadMessage } from './thread.ts'
import { loadAround, loadThread } from './thread-loading.ts'
import { hasTarget, parseChatTarget, type ChatTarget } from './chat-target.ts'
import { cookieAttributes, cookieValue } from '../../domain/accounts/session.ts'
import { session } from '../accounts/session.ts'

/** Cookie with the greeted parties. Specification section 3. */
const cookieName = 'chatList'
/** A cookie holds 4 KB, so only the latest parties are stored. */
const maxParties = 60

const readGreetedParties = (): string[] => {
  const value = cookieValue(document.cookie, cookieName)
  if (value === undefined) return []
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(value))
    return typeof kept === 'object' && kept !== null ? Object.keys(kept) : []
  } catch {
    return []
  }
}

const attributes = () => cookieAttributes(location.protocol)

/** Records a party; true if it was not greeted before. */
function greetOnce(party: string): boolean {
  const known = readGreetedParties()
  if (known.includes(party)) return false
  const map = Object.fromEntries([...known, party].slice(-maxParties).map((one) => [one, 1]))
  document.cookie = `${cookieName}=${encodeURIComponent(JSON.stringify(map))}; Max-Age=31536000${attributes()}`
  return true
}

/** Saves the id of the platform's customer service for other clients of this browser. */
const saveServiceId = (userId: number): void => {
  document.cookie = `platformServiceId=${userId}; Max-Age=31536000${attributes()}`
}

/** Specification section 4: signing out clears the chat list. */
export const clearGreetedParties = (): void => {
  document.cookie = `${cookieName}=; Max-Age=0${attributes()}`
}

session.listen((now) => {
  if (now.at === 'out') clearGreetedParties()
})

/** State of looking up the requested chat partner. */
export type TargetState =
  { readonly at: 'nothing' } | { readonly at: 'loading' } | { readonly at: 'failed'; readonly failure: Failure }

/** The chat on this page: visibility, open conversation, topic card. */
export const room = atom<{
  readonly visible: boolean
  readonly entry: ConversationEntry | null
  readonly about: LinkPreview | null
}>({ visible: false, entry: null, about: null })
export const targetState = atom<TargetState>({ at: 'nothing' })

let requestedTarget: ChatTarget = { service: false }
let hotline: Hotline = { number: '', hours: '' }
const greetings = new Map<string, ThreadMessage>()

/** Sets the platform's hotline from the area's settings. */
export const setHotline = (value: Hotline): void => {
  hotline = value
}

/** Opens the chat: the list, or the conversation with the given target. */
export async function openChat(detail: unknown): Promise<void> {
  room.set({ ...room.get(), visible: true })
  void loadConversations()
  requestedTarget = parseChatTarget(detail)
  if (hasTarget(requestedTarget)) await loadTarget()
  else targetState.set({ at: 'nothing' })
}

/** Opens the chat at a conversation of the list. */
export function openConversation(conversationId: number): void {
  const now = conversations.get()
  const entry = now.at === 'ready' ? now.entries.find((one) => one.conversationId === conversationId) : undefined
  room.set({ ...room.get(), visible: true })
  if (entry !== undefined) void selectConversation(entry)
}

/** Loads the requested target; also used to retry. */
export async function loadTarget(): Promise<void> {
  const target = requestedTarget
  room.set({ ...room.get(), entry: null, about: null })
  thread.set({ at: 'none' })
  targetState.set({ at: 'loading' })
  const answer = await api.chat.contact(target)
  if (target !== requestedTarget) return
  if (!answer.ok) return targetState.set({ at: 'failed', failure: answer.failure })
  await loadConversations()
  ensureEntry(answer.content.entry)
  await selectConversation(answer.content.entry, answer.content.about)
}

/** Opens a conversation: reloads its latest messages and marks it read. */
export async function selectConversation(entry: ConversationEntry, about: LinkPreview | null = null): Promise<void> {
  targetState.set({ at: 'nothing' })
  sendHint.set('')
  room.set({ ...room.get(), entry, about })
  if (entry.isService) saveServiceId(entry.id)
  const key = conversationKey(entry)
  const own = loadShopChatTexts(entry).then(() => [...greetingOf(entry), ...unsentMessagesOf(key)])
  await loadThread(entry, own)
  markOpenRead()
}

/** Opens a conversation at a found or quoted message. */
export async function selectMessage(entry: ConversationEntry, conversationId: number, seq: number): Promise<void> {
  targetState.set({ at: 'nothing' })
  room.set({ ...room.get(), entry, about: null })
  await Promise.all([loadAround(entry, conversationId, seq), loadShopChatTexts(entry)])
  markOpenRead()
}

/** Jumps to a message of the open conversation. */
export function jumpToMessage(seq: number): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId === null) return
  if (now.messages.some((message) => message.seq === seq)) thread.set({ ...now, jumpedTo: { seq } })
  else void loadAround(now.entry, now.conversationId, seq)
}

/** Reloads the latest messages. */
export const reloadThread = (): void => {
  const { entry } = room.get()
  if (entry !== null) void selectConversation(entry, room.get().about)
}

/** Specification section 4: the greeting is added once per party. */
function greetingOf(entry: ConversationEntry): ThreadMessage[] {
  const key = conversationKey(entry)
  const party = `${entry.orgId === null ? 'u' : 'o'}${entry.id}`
  const speaks = entry.sendOrgId === null && (entry.isService || entry.orgId !== null)
  if (!greetings.has(key) && speaks && greetOnce(party)) {
    const text = entry.isService ? platformGreeting(hotline) : greetingText(entry)
    const at = new Date().toISOString()
    const place = entry.lastSeq + 0.5
    const content = textContent(text)
    const plain = { mine: false, own: false, author: null, reply: null }
    greetings.set(key, { clientId: newUuid(), seq: null, place, ...plain, content, at, state: 'greeting' })
  }
  const greeting = greetings.get(key)
  return greeting === undefined ? [] : [greeting]
}

/** The shop's greeting, else the default. */
const greetingText = ({ orgId, name }: ConversationEntry): string =>
  (orgId === null ? undefined : shopChatTexts.get()[orgId]?.greeting) || shopGreeting(shownName(name))

/** Whether a conversation is open and visible. */
export const isConversationOpen = (key: string): boolean => {
  const { visible, entry } = room.get()
  return visible && entry !== null && conversationKey(entry) === key && document.visibilityState === 'visible'
}

/** Reports the read position of the open conversation to the server. */
export function markOpenRead(): void {
  const now = thread.get()
  if (now.at !== 'ready' || !isConversationOpen(now.key) || now.conversationId === null) return
  const seq = lastSeqOf(now.messages)
  const { conversationId, key } = now
  if (seq === 0 || seq <= (reportedReadSeqs.get(conversationId) ?? 0)) return
  reportedReadSeqs.set(conversationId, seq)
  markRead(key, seq)
  void quietApi.chat.read({ conversationId, seq }).then((answer) => {
    if (!answer.ok) reportedReadSeqs.delete(conversationId)
  })
}
const reportedReadSeqs = new Map<number, number>()

/** Sends the topic's link, which the server turns into a card. */
export function sendTopic(): void {
  const { entry, about } = room.get()
  if (entry === null || about === null) return
  if (sendText(entry, location.origin + about.url)) dismissTopic()
}
export const dismissTopic = (): void => room.set({ ...room.get(), about: null })

/** On phones: from the conversation back to the list. */
export function backToList(): void {
  requestedTarget = { service: false }
  targetState.set({ at: 'nothing' })
  room.set({ ...room.get(), entry: null, about: null })
  thread.set({ at: 'none' })
  void loadConversations()
}

/** Specification 2.7: closing clears the target and hides the room. */
export function closeChat(): void {
  requestedTarget = { service: false }
  targetState.set({ at: 'nothing' })
  room.set({ visible: false, entry: null, about: null })
  thread.set({ at: 'none' })
}

/** Updates the other side's read position; ignores colleagues of the own side. */
export function applyPeerRead({ conversationId, party, seq }: PushedRead): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId !== conversationId || party !== peerParty(now.entry)) return
  updateThread(now.key, (before) => ({ ...before, peerReadSeq: Math.max(before.peerReadSeq, seq) }))
}
