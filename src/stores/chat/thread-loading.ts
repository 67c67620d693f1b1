import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import type { PushedMessage } from '../../domain/chat/chat-push.ts'
import { participantInput, conversationKey } from './participants.ts'
import {
  updateThread,
  toThreadMessage,
  firstSeqOf,
  lastSeqOf,
  trimThread,
  mergeMessages,
  pageSize,
  thread,
  withoutRecalled,
  type ReadyThread,
  type ThreadMessage,
} from './thread.ts'

const catchUpSize = 100
/** Maximum number of missed messages loaded one page after the other; beyond it the latest page is loaded anew. */
const maxCaughtUp = 1000

/** Opens a conversation with its latest page. `unsent` are messages that are not on the server. */
export async function loadThread(entry: ConversationEntry, unsent: Promise<readonly ThreadMessage[]>): Promise<void> {
  const key = conversationKey(entry)
  const shown = thread.get()
  if (shown.at !== 'ready' || shown.key !== key) thread.set({ at: 'loading', key })
  const [answer, own] = await Promise.all([
    quietApi.chat.messages({ ...participantInput(entry), current: 1, pageSize }),
    unsent,
  ])
  const now = thread.get()
  if (now.at === 'none' || now.key !== key) return
  if (!answer.ok) return thread.set({ at: 'failed', key, failure: answer.failure })
  const { data, total, conversationId, peerReadSeq } = answer.content
  // An earlier greeting belongs among messages that are not loaded.
  const first = total > pageSize ? total - data.length : 0
  const messages = mergeMessages(
    own.filter(({ place }) => place === undefined || place > first),
    data.map((message) => toThreadMessage(message)),
  )
  const flags = { more: total > pageSize, newer: false, loadingMore: false, jumpedTo: null }
  thread.set({ at: 'ready', key, entry, conversationId, messages, ...flags, peerReadSeq })
}

/** Opens a conversation around a sequence number, for search hits and quotes. */
export async function loadAround(entry: ConversationEntry, conversationId: number, seq: number): Promise<void> {
  const key = conversationKey(entry)
  const shown = thread.get()
  if (shown.at !== 'ready' || shown.key !== key) thread.set({ at: 'loading', key })
  const [answer, end] = await Promise.all([
    quietApi.chat.contactRecords({ conversationId, aroundSeq: seq, pageSize: pageSize * 2 }),
    // No message follows the last sequence number: the call only returns how far the other side has read.
    quietApi.chat.messages({ ...participantInput(entry), afterSeq: entry.lastSeq, pageSize: 1 }),
  ])
  const now = thread.get()
  if (now.at === 'none' || now.key !== key) return
  if (!answer.ok) return thread.set({ at: 'failed', key, failure: answer.failure })
  const { data, total } = answer.content
  const messages = data.map((message) => toThreadMessage(message))
  thread.set({
    at: 'ready',
    key,
    entry,
    conversationId,
    messages,
    loadingMore: false,
    jumpedTo: { seq },
    more: firstSeqOf(messages) > 1,
    newer: lastSeqOf(messages) < total,
    peerReadSeq: end.ok ? end.content.peerReadSeq : now.at === 'ready' ? now.peerReadSeq : 0,
  })
}

async function loadPage(
  now: ReadyThread,
  span: { beforeSeq: number } | { afterSeq: number },
  applyPage: (before: ReadyThread, found: { messages: readonly ThreadMessage[]; total: number }) => ReadyThread,
): Promise<void> {
  const { key, entry } = now
  updateThread(key, (before) => ({ ...before, loadingMore: true }))
  const answer = await quietApi.chat.messages({ ...participantInput(entry), ...span, pageSize })
  updateThread(key, (before) => {
    const done = { ...before, loadingMore: false }
    if (!answer.ok) return done
    const messages = answer.content.data.map((message) => toThreadMessage(message))
    return applyPage(
      { ...done, messages: mergeMessages(before.messages, messages) },
      { messages, total: answer.content.total },
    )
  })
}

/** Loads the next older page. */
export async function loadOlder(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.loadingMore || !now.more) return
  await loadPage(now, { beforeSeq: firstSeqOf(now.messages) }, (before) =>
    trimThread({ ...before, more: firstSeqOf(before.messages) > 1 }, 'oldest'),
  )
}

/** Loads the next newer page, after a jump to an old message. */
export async function loadNewer(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready' || now.loadingMore || !now.newer) return
  await loadPage(now, { afterSeq: lastSeqOf(now.messages) }, (before, { total }) =>
    trimThread({ ...before, newer: lastSeqOf(before.messages) < total }, 'newest'),
  )
}

let catchUpRun: Promise<void> | undefined
let catchUpAgain = false

/** Loads messages missed while disconnected. A call during a run causes one more run. */
export function catchUpThread(): Promise<void> {
  catchUpAgain = catchUpRun !== undefined
  catchUpRun ??= catchUpNow().finally(() => {
    catchUpRun = undefined
    if (catchUpAgain) void catchUpThread()
  })
  return catchUpRun
}

async function catchUpNow(): Promise<void> {
  const now = thread.get()
  if (now.at !== 'ready') return
  const { key, entry } = now
  let afterSeq = lastSeqOf(now.messages)
  for (;;) {
    const answer = await quietApi.chat.messages({ ...participantInput(entry), afterSeq, pageSize: catchUpSize })
    if (!answer.ok) return
    const { data, total, conversationId, peerReadSeq, recalled } = answer.content
    const missed = total - afterSeq
    if (missed > maxCaughtUp && !now.newer) return loadThread(entry, Promise.resolve(unsentInThread(key)))
    const found = data.map((message) => toThreadMessage(message))
    updateThread(key, (before) => ({
      ...before,
      conversationId,
      peerReadSeq: Math.max(peerReadSeq, before.peerReadSeq),
      // While old messages are shown, new ones lie behind a gap and are loaded by scrolling.
      newer: before.newer,
      messages: withoutRecalled(before.newer ? before.messages : mergeMessages(before.messages, found), recalled),
    }))
    if (data.length < catchUpSize || now.newer) return
    afterSeq = lastSeqOf(found)
  }
}

/** Unsent messages stay when the thread is reloaded. */
function unsentInThread(key: string): readonly ThreadMessage[] {
  const now = thread.get()
  return now.at === 'ready' && now.key === key ? now.messages.filter(({ seq }) => seq === null) : []
}

/** Appends a pushed message to the open conversation; a gap before it is loaded from the server. */
export function appendPushed(message: PushedMessage, entry: ConversationEntry): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.key !== conversationKey(entry) || now.newer) return
  if (message.seq > lastSeqOf(now.messages) + 1) return void catchUpThread()
  const one = toThreadMessage(message)
  // Sending implies having read; automatic messages do not.
  const peerReadSeq = one.mine || isAutomatic(message) ? now.peerReadSeq : Math.max(now.peerReadSeq, message.seq - 1)
  thread.set({
    ...now,
    conversationId: message.conversationId,
    peerReadSeq,
    messages: mergeMessages(now.messages, [one]),
  })
}

/** Marks a message of the open conversation as recalled. */
export function applyRecall(conversationId: number, seq: number): void {
  const now = thread.get()
  if (now.at !== 'ready' || now.conversationId !== conversationId) return
  thread.set({ ...now, messages: withoutRecalled(now.messages, [seq]) })
}
