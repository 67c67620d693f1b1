import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { isAutomatic } from '../../domain/chat/away.ts'
import type { PushedMessage } from '../../domain/chat/pushed.ts'
import { addressOf, keyOf } from './sides.ts'
import {
  changeThread,
  drawn,
  firstSeqOf,
  lastSeqOf,
  lightened,
  merged,
  pageSize,
  thread,
  withoutRecalled,
  type ReadyThread,
  type ThreadMessage,
} from './thread.ts'

const catchUpSize = 100
/** Messages that are caught up with one by one; who missed more begins anew with the latest page. */
const mostMissed = 1000

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
    data.map((message) => drawn(message)),
  )
  const flags = { more: total > pageSize, newer: false, loadingMore: false, jumpedTo: null }
  thread.set({ at: 'ready', key, entry, conversationId, messages, ...flags, peerReadSeq })
}

/** Opens a conversation around a place: what was found, or what is answered. */
export async function loadAround(entry: ConversationEntry, conversationId: number, seq: number): Promise<void> {
  const key = keyOf(entry)
  const shown = thread.get()
  if (shown.at !== 'ready' || shown.key !== key) thread.set({ at: 'loading', key })
  const [answer, end] = await Promise.all([
    quietApi.chat.contactRecords({ conversationId, aroundSeq: seq, pageSize: pageSize * 2 }),
    // Nothing stands behind the last place: this tells only how far the other side has read.
    quietApi.chat.messages({ ...addressOf(entry), afterSeq: entry.lastSeq, pageSize: 1 }),
  ])
  const now = thread.get()
  if (now.at === 'none' || now.key !== key) return
  if (!answer.ok) return thread.set({ at: 'failed', key, failure: answer.failure })
  const { data, total } = answer.content
  const messages = data.map((message) => drawn(message))
  thread.set({
    ...{ at: 'ready', key, entry, conversationId, messages, loadingMore: false, jumpedTo: { seq } },
    ...{ more: firstSeqOf(messages) > 1, newer: lastSeqOf(messages) < total },
    peerReadSeq: end.ok ? end.content.peerReadSeq : now.at === 'ready' ? now.peerReadSeq : 0,
  })
}

async function load(
  now: ReadyThread,
  span: { beforeSeq: number } | { afterSeq: number },
  take: (before: ReadyThread, found: { messages: readonly ThreadMessage[]; total: number }) => ReadyThread,
): Promise<void> {
  const { key, entry } = now
  changeThread(key, (before) => ({ ...before, loadingMore: true }))
  const answer = await quietApi.chat.messages({ ...addressOf(entry), ...span, pageSize })
  changeThread(key, (before) => {
    const done = { ...before, loadingMore: false }
    if (!answer.ok) return done
    const messages = answer.content.data.map((message) => drawn(message))
    return take({ ...done, messages: merged(before.messages, messages) }, { messages, total: answer.content.total })
  })
}

/** The next older page. */
export async function loadOlder(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.loadingMore || !now.more) return
  await load(now, { beforeSeq: firstSeqOf(now.messages) }, (before) =>
    lightened({ ...before, more: firstSeqOf(before.messages) > 1 }, 'oldest'),
  )
}

/** The next newer page, after a jump into the past. */
export async function loadNewer(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.loadingMore || !now.newer) return
  await load(now, { afterSeq: lastSeqOf(now.messages) }, (before, { total }) =>
    lightened({ ...before, newer: lastSeqOf(before.messages) < total }, 'newest'),
  )
}

let catching: Promise<void> | undefined
let again = false

/** Reads what came while nobody listened. Asked for while it runs, it runs once more. */
export function catchUpThread(): Promise<void> {
  again = catching !== undefined
  catching ??= catchUpNow().finally(() => {
    catching = undefined
    if (again) void catchUpThread()
  })
  return catching
}

async function catchUpNow(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready') return
  const { key, entry } = now
  let afterSeq = lastSeqOf(now.messages)
  for (;;) {
    const answer = await quietApi.chat.messages({ ...addressOf(entry), afterSeq, pageSize: catchUpSize })
    if (!answer.ok) return
    const { data, total, conversationId, peerReadSeq, recalled } = answer.content
    const missed = total - afterSeq
    if (missed > mostMissed && !now.newer) return loadThread(entry, Promise.resolve(unplaced(key)))
    const found = data.map((message) => drawn(message))
    changeThread(key, (before) => ({
      ...before,
      conversationId,
      peerReadSeq: Math.max(peerReadSeq, before.peerReadSeq),
      // Away in the past, what is new stands behind a gap: it comes by scrolling.
      newer: before.newer,
      messages: withoutRecalled(before.newer ? before.messages : merged(before.messages, found), recalled),
    }))
    if (data.length < catchUpSize || now.newer) return
    afterSeq = lastSeqOf(found)
  }
}

/** What is not on the server yet stays when the rest is read anew. */
function unplaced(key: string): readonly ThreadMessage[] {
  const now = thread.get()
  return now.at === 'ready' && now.key === key ? now.messages.filter(({ seq }) => seq === null) : []
}

/** A pushed message of the open conversation; a gap before it is filled from the server. */
export function appendPushed(message: PushedMessage, entry: ConversationEntry): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.key !== keyOf(entry) || now.newer) return
  if (message.seq > lastSeqOf(now.messages) + 1) return void catchUpThread()
  const one = drawn(message)
  // Who answers has read what was there; what is sent by itself was written by nobody.
  const peerReadSeq = one.mine || isAutomatic(message) ? now.peerReadSeq : Math.max(now.peerReadSeq, message.seq - 1)
  thread.set({
    ...now,
    conversationId: message.conversationId,
    peerReadSeq,
    messages: merged(now.messages, [one]),
  })
}

/** A message of the open conversation was taken back. */
export function applyRecall(conversationId: number, seq: number): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId !== conversationId) return
  thread.set({ ...now, messages: withoutRecalled(now.messages, [seq]) })
}
