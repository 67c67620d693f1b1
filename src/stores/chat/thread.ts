import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/conversations.ts'
import type { Failure } from '../../contract/envelope.ts'
import { isAutomatic } from '../../domain/chat/away.ts'
import { readContent, type MessageContent } from '../../domain/chat/content.ts'
import type { PushedMessage, WireMessage } from '../../domain/chat/pushed.ts'
import { addressOf, isMine, keyOf } from './sides.ts'

/** A message as it is drawn. Without a place it is not on the server yet. */
export interface ThreadMessage {
  readonly clientId: string
  readonly seq: number | null
  readonly mine: boolean
  readonly content: MessageContent
  readonly at: string
  /** waiting: the connection is gone, it goes out by itself; failed: refused, with the reason. */
  readonly state: 'kept' | 'sending' | 'waiting' | 'failed' | 'greeting'
  readonly reason?: string
  /** Where a greeting stands between the places of real messages. */
  readonly place?: number
}

export type Thread =
  | { readonly at: 'none' }
  | { readonly at: 'loading'; readonly key: string }
  | { readonly at: 'failed'; readonly key: string; readonly failure: Failure }
  | {
      readonly at: 'ready'
      readonly key: string
      readonly entry: ConversationEntry
      readonly conversationId: number | null
      /** In the order of their places, those without one behind. */
      readonly messages: readonly ThreadMessage[]
      readonly page: number
      readonly more: boolean
      readonly loadingMore: boolean
      readonly peerReadSeq: number
    }
export type ReadyThread = Extract<Thread, { at: 'ready' }>

/** The messages of the open conversation. */
export const thread = atom<Thread>({ at: 'none' })

/** Specification section 9. */
export const pageSize = 20
const catchUpSize = 100

const drawn = (message: WireMessage, sendOrgId: number | null): ThreadMessage => ({
  clientId: message.clientId,
  seq: message.seq,
  mine: isMine(message, sendOrgId),
  content: readContent(message.content),
  at: message.addTime,
  state: 'kept',
})

/** Together by client id, the server's word before one's own; in the order of places. */
export function merged(one: readonly ThreadMessage[], other: readonly ThreadMessage[]): ThreadMessage[] {
  const all = new Map<string, ThreadMessage>()
  for (const message of [...one, ...other]) {
    const known = all.get(message.clientId)
    if (known === undefined || known.seq === null) all.set(message.clientId, message)
  }
  const placeOf = ({ seq, place }: ThreadMessage) => seq ?? place ?? Number.MAX_SAFE_INTEGER
  return [...all.values()].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Changes the open thread if it is still that of `key`. */
export function changeThread(key: string, how: (now: ReadyThread) => ReadyThread): void {
  const now = thread.get()
  if (now.at === 'ready' && now.key === key) thread.set(how(now))
}

export const lastSeqOf = (messages: readonly ThreadMessage[]): number =>
  messages.reduce((last, { seq }) => Math.max(last, seq ?? 0), 0)

/** Opens a conversation with its latest page. `unkept` are messages that are not on the server. */
export async function loadThread(entry: ConversationEntry, unkept: Promise<readonly ThreadMessage[]>): Promise<void> {
  const key = keyOf(entry)
  const shown = thread.get()
  if (shown.at !== 'ready' || shown.key !== key) thread.set({ at: 'loading', key })
  const [answer, own] = await Promise.all([
    quietApi.chat.messages({ ...addressOf(entry), current: 1, pageSize }),
    unkept,
  ])
  const now = thread.get()
  if (now.at === 'none' || now.key !== key) return
  if (!answer.ok) return thread.set({ at: 'failed', key, failure: answer.failure })
  const { data, total, conversationId, peerReadSeq } = answer.content
  // A greeting of before belongs among messages that are not loaded.
  const first = total > pageSize ? total - data.length : 0
  const messages = merged(
    own.filter(({ place }) => place === undefined || place > first),
    data.map((message) => drawn(message, entry.sendOrgId)),
  )
  thread.set({
    at: 'ready',
    key,
    entry,
    conversationId,
    messages,
    page: 1,
    more: total > pageSize,
    loadingMore: false,
    peerReadSeq,
  })
}

/** The next older page. */
export async function loadOlder(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.loadingMore || !now.more) return
  const { key, entry } = now
  changeThread(key, (before) => ({ ...before, loadingMore: true }))
  const page = now.page + 1
  const answer = await quietApi.chat.messages({ ...addressOf(entry), current: page, pageSize })
  changeThread(key, (before) => {
    if (!answer.ok) return { ...before, loadingMore: false }
    const older = answer.content.data.map((message) => drawn(message, entry.sendOrgId))
    const messages = merged(before.messages, older)
    return { ...before, messages, page, more: answer.content.total > pageSize * page, loadingMore: false }
  })
}

/** Reads what came while nobody listened. */
export async function catchUpThread(): Promise<void> {
  const now = thread.get()
  if (now.at === 'failed' || now.at === 'loading' || now.at === 'none') return
  const { key, entry } = now
  let afterSeq = lastSeqOf(now.messages)
  for (;;) {
    const answer = await quietApi.chat.messages({ ...addressOf(entry), afterSeq, pageSize: catchUpSize })
    if (!answer.ok) return
    const { data, conversationId, peerReadSeq } = answer.content
    const newer = data.map((message) => drawn(message, entry.sendOrgId))
    changeThread(key, (before) => ({
      ...before,
      conversationId,
      peerReadSeq: Math.max(peerReadSeq, before.peerReadSeq),
      messages: merged(before.messages, newer),
    }))
    if (data.length < catchUpSize) return
    afterSeq = lastSeqOf(newer)
  }
}

/** A pushed message of the open conversation; a gap before it is filled from the server. */
export function appendPushed(message: PushedMessage, entry: ConversationEntry): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.key !== keyOf(entry)) return
  if (message.seq > lastSeqOf(now.messages) + 1) return void catchUpThread()
  const one = drawn(message, now.entry.sendOrgId)
  // Who answers has read what was there; what is sent by itself was written by nobody.
  const peerReadSeq = one.mine || isAutomatic(message) ? now.peerReadSeq : Math.max(now.peerReadSeq, message.seq - 1)
  thread.set({
    ...now,
    conversationId: message.conversationId,
    peerReadSeq,
    messages: merged(now.messages, [one]),
  })
}
