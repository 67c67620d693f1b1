import { atom } from 'nanostores'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { readContent, recalledContent, type MessageContent } from '../../domain/chat/content.ts'
import type { WireMessage, WireQuote } from '../../domain/chat/pushed.ts'
import { ownId } from './sides.ts'

/** What a message answers, as it is drawn above it. */
export interface Quote {
  readonly seq: number
  readonly mine: boolean
  readonly short: string
}

/** A message as it is drawn. Without a place it is not on the server yet. */
export interface ThreadMessage {
  readonly clientId: string
  readonly seq: number | null
  readonly mine: boolean
  /** Written by the person at this page, not by a colleague: what can be taken back. */
  readonly own: boolean
  readonly content: MessageContent
  readonly at: string
  /** waiting: the connection is gone, it goes out by itself; failed: refused, with the reason. */
  readonly state: 'kept' | 'sending' | 'waiting' | 'failed' | 'greeting'
  readonly reason?: string
  /** Inside a shop, who wrote. */
  readonly author: string | null
  readonly reply: Quote | null
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
      /** In the order of their places without a gap, those without one behind. */
      readonly messages: readonly ThreadMessage[]
      /** Older ones are there, and newer ones: after a jump into the past. */
      readonly more: boolean
      readonly newer: boolean
      readonly loadingMore: boolean
      readonly peerReadSeq: number
      /** Where was jumped to; a new object each time. */
      readonly jumpedTo: { readonly seq: number } | null
    }
export type ReadyThread = Extract<Thread, { at: 'ready' }>

/** The messages of the open conversation. */
export const thread = atom<Thread>({ at: 'none' })

/** Specification section 9. */
export const pageSize = 20

type Sent = Omit<WireMessage, 'reply'> & { readonly reply?: WireQuote | null | undefined }

export const drawn = (message: Sent): ThreadMessage => ({
  ...{ clientId: message.clientId, seq: message.seq, mine: message.mine },
  own: message.sendId === ownId() && message.mine,
  content: readContent(message.content),
  ...{ at: message.addTime, state: 'kept', author: message.author ?? null },
  reply: message.reply == null ? null : quoteOf(message.reply),
})

const quoteOf = ({ seq, mine, lastShort }: WireQuote): Quote => ({ seq, mine, short: lastShort })

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

/** Messages after some of them were taken back, in place and in quotes. */
export function withoutRecalled(messages: readonly ThreadMessage[], places: readonly number[]): ThreadMessage[] {
  const gone = new Set(places)
  return messages.map((message) => {
    const reply =
      message.reply !== null && gone.has(message.reply.seq)
        ? { ...message.reply, short: recalledContent.lastShort }
        : message.reply
    const taken = message.seq !== null && gone.has(message.seq) && message.content.status !== 'recalled'
    return taken ? { ...message, reply: null, content: recalledContent } : { ...message, reply }
  })
}

/** Changes the open thread if it is still that of `key`. */
export function changeThread(key: string, how: (now: ReadyThread) => ReadyThread): void {
  const now = thread.get()
  if (now.at === 'ready' && now.key === key) thread.set(how(now))
}

export const lastSeqOf = (messages: readonly ThreadMessage[]): number =>
  messages.reduce((last, { seq }) => Math.max(last, seq ?? 0), 0)
export const firstSeqOf = (messages: readonly ThreadMessage[]): number =>
  messages.reduce((first, { seq }) => (seq === null ? first : Math.min(first, seq)), Number.MAX_SAFE_INTEGER)

/** Messages that are drawn at most: however far somebody scrolls, the page stays light. */
const mostShown = 300

/** Keeps the oldest or the newest so many of a thread that has grown; what is left out is there again by scrolling. */
export function lightened(now: ReadyThread, keep: 'oldest' | 'newest'): ReadyThread {
  const placed = now.messages.filter(({ seq }) => seq !== null)
  if (placed.length <= mostShown) return now
  if (keep === 'oldest') return { ...now, messages: placed.slice(0, mostShown), newer: true }
  const first = firstSeqOf(placed.slice(-mostShown))
  return { ...now, messages: now.messages.filter(({ seq, place }) => (seq ?? place ?? first) >= first), more: true }
}
