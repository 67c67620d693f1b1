import { atom } from 'nanostores'
import { newUuid } from '../../client/uuid.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { fileContent, textContent, type MessageContent } from '../../domain/chat/content.ts'
import { faultOf } from '../../domain/operations/file-rules.ts'
import { kept } from '../kept.ts'
import { dropFile, dropOldFiles, keepFile } from './kept-files.ts'
import { readUnsent, type Unsent } from './kept-outbox.ts'
import { progress, sendOne } from './send-one.ts'
import { keyOf, ownId } from './sides.ts'
import { changeThread, merged, thread, type Quote, type ThreadMessage } from './thread.ts'
import { catchUpThread, loadThread } from './thread-loading.ts'

const keptOutbox = kept<readonly Unsent[]>('tab', 'chatOutbox', readUnsent)
/** Milliseconds until a lost connection is tried again, when push has not come back before. */
const tryAgainMs = 3000
/** Milliseconds in which a sent message comes back over push; then it is read. */
const echoMs = 1500

/** What is not on the server yet, oldest first. Kept for this tab, so that going to another page loses nothing. */
export const outbox = atom<readonly Unsent[]>([])
/** Why the last message did not go out; shown for 3 seconds. */
export const sendHint = atom('')

let hintTimer: ReturnType<typeof setTimeout> | undefined
/** Specification section 4: the error hint stays for 3 seconds. */
export function showHint(text: string): void {
  sendHint.set(text)
  clearTimeout(hintTimer)
  hintTimer = setTimeout(() => sendHint.set(''), 3000)
}

/** Takes up what an earlier page of this tab has left; once a page. */
export function restoreOutbox(): void {
  outbox.set((keptOutbox.read() ?? []).filter(({ userId }) => userId === ownId()))
  outbox.listen((items) => keptOutbox.keep(items))
  void dropOldFiles()
  void drain()
}

/** Signed out: what another person typed must not go out in the next one's name. */
export function forgetOutbox(): void {
  for (const { clientId, file } of outbox.get()) if (file !== undefined) void dropFile(clientId)
  outbox.set([])
}

const contentOf = ({ text, file }: Unsent): MessageContent =>
  file === undefined ? textContent(text) : fileContent(file.kind, { url: '', name: file.name, size: file.size })

const asDrawn = (item: Unsent): ThreadMessage => ({
  ...{ clientId: item.clientId, at: item.at, state: item.state, seq: null, mine: true, own: true },
  ...{ content: contentOf(item), author: null, reply: item.reply ?? null },
  ...(item.reason === undefined ? {} : { reason: item.reason }),
})

/** Unsent messages of a conversation, for its thread. */
export const unsentOf = (key: string): ThreadMessage[] =>
  outbox
    .get()
    .filter(({ to }) => keyOf(to) === key)
    .map(asDrawn)

type What = Pick<Unsent, 'text' | 'file' | 'reply'>

function put(entry: ConversationEntry, what: What): Unsent {
  const { id, orgId, sendOrgId, isStoreIdentity, asDemandId } = entry
  const to = { id, orgId, sendOrgId, isStoreIdentity, asDemandId }
  const at = new Date().toISOString()
  const item: Unsent = { clientId: newUuid(), userId: ownId(), to, ...what, at, state: 'sending' }
  outbox.set([...outbox.get(), item])
  const now = thread.get()
  // Whoever answers from the past is led back to the present.
  if (now.at === 'ready' && now.key === keyOf(entry) && now.newer) {
    void loadThread(now.entry, Promise.resolve(unsentOf(now.key)))
  } else changeThread(keyOf(entry), (shown) => ({ ...shown, messages: merged(shown.messages, [asDrawn(item)]) }))
  return item
}

/** Puts a text into the queue; it is shown at once. An empty one is refused with the hint. */
export function send(entry: ConversationEntry, typed: string, reply?: Quote): boolean {
  const text = typed.trim()
  if (text === '') {
    showHint('不能发送空消息')
    return false
  }
  put(entry, { text, ...(reply === undefined ? {} : { reply }) })
  void drain()
  return true
}

/** Puts files into the queue, each a message of its own; what cannot be taken is told in the hint. */
export async function sendFiles(entry: ConversationEntry, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const fault = faultOf('chat', file)
    if (fault !== null) {
      showHint(fault)
      continue
    }
    const kind = /\.(jpe?g|png|webp)$/i.test(file.name) ? 'picture' : 'file'
    const item = put(entry, { text: '', file: { name: file.name, size: file.size, kind } })
    await keepFile(item.clientId, file)
  }
  void drain()
}

/** Once more, with the same client id: should it have arrived after all, it is there only once. */
export function retry(clientId: string): void {
  change(clientId, { state: 'sending' })
  void drain()
}

/** Takes a message that was refused, or is still waiting, out of the queue. */
export function discard(clientId: string): void {
  outbox.set(outbox.get().filter((item) => item.clientId !== clientId))
  void dropFile(clientId)
  const now = thread.get()
  if (now.at !== 'ready') return
  const messages = now.messages.filter((one) => one.clientId !== clientId || one.seq !== null)
  thread.set({ ...now, messages })
}

function change(clientId: string, to: Partial<Unsent>): void {
  outbox.set(
    outbox.get().map((item) => {
      if (item.clientId !== clientId) return item
      const { reason: _before, ...rest } = item
      return { ...rest, ...to }
    }),
  )
  const item = outbox.get().find((one) => one.clientId === clientId)
  if (item !== undefined) redraw(keyOf(item.to), asDrawn(item))
}

const redraw = (key: string, message: ThreadMessage) =>
  changeThread(key, (now) => ({
    ...now,
    messages: now.messages.map((one) => (one.clientId === message.clientId && one.seq === null ? message : one)),
  }))

/** Conversations that are being sent to: a large file in one holds up none of the others. */
const draining = new Set<string>()
let again: ReturnType<typeof setTimeout> | undefined

/** Sends what waits, in each conversation one after another. Called again when the connection is back. */
export async function drain(): Promise<void> {
  clearTimeout(again)
  const keys = new Set(outbox.get().map(({ to }) => keyOf(to)))
  await Promise.all([...keys].filter((key) => !draining.has(key)).map(drainOne))
}

async function drainOne(key: string): Promise<void> {
  draining.add(key)
  for (;;) {
    const next = outbox
      .get()
      .find(({ to, state, userId }) => keyOf(to) === key && state !== 'failed' && userId === ownId())
    if (next === undefined) break
    const came = await sendOne(next, (fileId) => {
      if (next.file !== undefined) change(next.clientId, { state: 'sending', file: { ...next.file, fileId } })
    })
    if (came.is === 'sent') settle(next)
    else if (came.is === 'away') {
      change(next.clientId, { state: 'waiting' })
      clearTimeout(again)
      again = setTimeout(() => void drain(), tryAgainMs)
      break
    } else {
      change(next.clientId, { state: 'failed', reason: came.reason })
      showHint(`发送失败：${came.reason}`)
    }
  }
  draining.delete(key)
}

function settle(item: Unsent): void {
  outbox.set(outbox.get().filter(({ clientId }) => clientId !== item.clientId))
  progress.setKey(item.clientId, undefined)
  if (item.file !== undefined) void dropFile(item.clientId)
  redraw(keyOf(item.to), { ...asDrawn(item), state: 'kept' })
  setTimeout(() => {
    const now = thread.get()
    const unplaced =
      now.at === 'ready' && now.messages.some(({ clientId, seq }) => clientId === item.clientId && seq === null)
    if (unplaced) void catchUpThread()
  }, echoMs)
}
