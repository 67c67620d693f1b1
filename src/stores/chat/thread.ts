import { atom } from 'nanostores'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { readContent, recalledContent, type MessageContent } from '../../domain/chat/content.ts'
import type { WireMessage, WireQuote } from '../../domain/chat/chat-push.ts'
import { ownUserId } from './participants.ts'

/** A quoted message, shown above its reply. */
export interface Quote {
  readonly seq: number
  readonly mine: boolean
  readonly short: string
}

/** A message as rendered. `seq` is null until it is on the server. */
export interface ThreadMessage {
  /** Absent until it is on the server. */
  readonly id?: number
  readonly clientId: string
  readonly seq: number | null
  readonly mine: boolean
  /** Written by this user, not by a colleague; can be recalled. */
  readonly own: boolean
  readonly content: MessageContent
  readonly at: string
  /** waiting: no connection, resent automatically; failed: refused, with the reason. */
  readonly state: 'kept' | 'sending' | 'waiting' | 'failed' | 'greeting'
  readonly reason?: string
  /** Name of the author within a shop. */
  readonly author: string | null
  readonly reply: Quote | null
  /** Position of a greeting among the sequence numbers of real messages. */
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
      /** Sorted by sequence number without gaps; messages without one come last. */
      readonly messages: readonly ThreadMessage[]
      /** Whether older and newer messages exist; newer ones only after a jump to an old message. */
      readonly more: boolean
      readonly newer: boolean
      readonly loadingMore: boolean
      readonly peerReadSeq: number
      /** Target of the last jump; a new object each time. */
      readonly jumpedTo: { readonly seq: number } | null
    }
export type ReadyThread = Extract<Thread, { at: 'ready' }>

/** The messages of the open conversation. */
export const thread = atom<Thread>({ at: 'none' })

/** Specification section 9. */
export const pageSize = 20

type Sent = Omit<WireMessage, 'reply'> & { readonly reply?: WireQuote | null | undefined }

export const toThreadMessage = (message: Sent): ThreadMessage => ({
  id: message.id,
  clientId: message.clientId,
  seq: message.seq,
  mine: message.mine,
  own: message.sendId === ownUserId() && message.mine,
  content: readContent(message.content),
  at: message.addTime,
  state: 'kept',
  author: message.author ?? null,
  reply: message.reply == null ? null : quoteOf(message.reply),
})

const quoteOf = ({ seq, mine, lastShort }: WireQuote): Quote => ({ seq, mine, short: lastShort })

/** Merges by client id, preferring the server's version; sorted by sequence number. */
export function mergeMessages(one: readonly ThreadMessage[], other: readonly ThreadMessage[]): ThreadMessage[] {
  const all = new Map<string, ThreadMessage>()
  for (const message of [...one, ...other]) {
    const known = all.get(message.clientId)
    if (known === undefined || known.seq === null) all.set(message.clientId, message)
  }
  const placeOf = ({ seq, place }: ThreadMessage) => seq ?? place ?? Number.MAX_SAFE_INTEGER
  return [...all.values()].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Marks recalled messages, also in quotes. */
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

/** Updates the open thread if it still belongs to `key`. */
export function updateThread(key: string, update: (now: ReadyThread) => ReadyThread): void {
  const now = thread.get()
  if (now.at === 'ready' && now.key === key) thread.set(update(now))
}

export const lastSeqOf = (messages: readonly ThreadMessage[]): number =>
  messages.reduce((last, { seq }) => Math.max(last, seq ?? 0), 0)
export const firstSeqOf = (messages: readonly ThreadMessage[]): number =>
  messages.reduce((first, { seq }) => (seq === null ? first : Math.min(first, seq)), Number.MAX_SAFE_INTEGER)

/** Maximum number of rendered messages. */
const maxRenderedMessages = 300

/** Trims a long thread to its oldest or newest messages; the rest is loaded again by scrolling. */
export function trimThread(now: ReadyThread, keep: 'oldest' | 'newest'): ReadyThread {
  const placed = now.messages.filter(({ seq }) => seq !== null)
  if (placed.length <= maxRenderedMessages) return now
  if (keep === 'oldest') return { ...now, messages: placed.slice(0, maxRenderedMessages), newer: true }
  const first = firstSeqOf(placed.slice(-maxRenderedMessages))
  return { ...now, messages: now.messages.filter(({ seq, place }) => (seq ?? place ?? first) >= first), more: true }
}
