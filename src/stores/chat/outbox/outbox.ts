import { atom } from 'nanostores'
import { newUuid } from '../../../client/uuid.ts'
import type { ConversationEntry } from '../../../contract/chat/shapes.ts'
import { fileContent, textContent, type MessageContent } from '../../../domain/chat/content.ts'
import { getFileError } from '../../../domain/operations/file-rules.ts'
import { reducedFile } from '../../operations/uploads.ts'
import { persistedValue } from '../../persisted-storage.ts'
import { deleteStoredFile, deleteOldFiles, storeFile } from './stored-files.ts'
import { parseUnsentMessages, type UnsentMessage } from './unsent-message.ts'
import { uploadProgress, sendUnsentMessage } from './send-message.ts'
import { conversationKey, ownUserId } from '../participants.ts'
import { updateThread, mergeMessages, thread, type Quote, type ThreadMessage } from '../thread.ts'
import { catchUpThread, loadThread } from '../thread-loading.ts'

const storedOutbox = persistedValue<readonly UnsentMessage[]>('tab', 'chatOutbox', parseUnsentMessages)
/** Milliseconds before resending after a connection loss, unless push reconnects earlier. */
const retryMs = 3000
/** Milliseconds to wait for a sent message over push before loading it. */
const echoMs = 1500

/** Unsent messages, oldest first; persisted in this tab. */
export const outbox = atom<readonly UnsentMessage[]>([])
/** Error of the last send; shown for 3 seconds. */
export const sendHint = atom('')

let hintTimer: ReturnType<typeof setTimeout> | undefined
/** Specification section 4: the error hint stays for 3 seconds. */
export function showSendHint(text: string): void {
  sendHint.set(text)
  clearTimeout(hintTimer)
  hintTimer = setTimeout(() => sendHint.set(''), 3000)
}

/** Restores unsent messages of this tab; once per page. */
export function restoreOutbox(): void {
  outbox.set((storedOutbox.read() ?? []).filter(({ userId }) => userId === ownUserId()))
  outbox.listen((items) => storedOutbox.save(items))
  void deleteOldFiles()
  void drainOutbox()
}

/** Clears the outbox after sign-out, so that the next user does not send it. */
export function clearOutbox(): void {
  for (const { clientId, file } of outbox.get()) if (file !== undefined) void deleteStoredFile(clientId)
  outbox.set([])
}

const contentOf = ({ text, file }: UnsentMessage): MessageContent =>
  file === undefined ? textContent(text) : fileContent(file.kind, { url: '', name: file.name, size: file.size })

const unsentToThreadMessage = (item: UnsentMessage): ThreadMessage => ({
  clientId: item.clientId,
  at: item.at,
  state: item.state,
  seq: null,
  mine: true,
  own: true,
  content: contentOf(item),
  author: null,
  reply: item.reply ?? null,
  ...(item.reason === undefined ? {} : { reason: item.reason }),
})

/** Unsent messages of a conversation, for its thread. */
export const unsentMessagesOf = (key: string): ThreadMessage[] =>
  outbox
    .get()
    .filter(({ to }) => conversationKey(to) === key)
    .map(unsentToThreadMessage)

type MessageBody = Pick<UnsentMessage, 'text' | 'file' | 'reply'>

function enqueue(entry: ConversationEntry, body: MessageBody): UnsentMessage {
  const { id, orgId, sendOrgId, isStoreIdentity, asDemandId } = entry
  const to = { id, orgId, sendOrgId, isStoreIdentity, asDemandId }
  const at = new Date().toISOString()
  const item: UnsentMessage = { clientId: newUuid(), userId: ownUserId(), to, ...body, at, state: 'sending' }
  outbox.set([...outbox.get(), item])
  const now = thread.get()
  // Sending while viewing old messages returns to the newest ones.
  if (now.at === 'ready' && now.key === conversationKey(entry) && now.newer) {
    void loadThread(now.entry, Promise.resolve(unsentMessagesOf(now.key)))
  } else
    updateThread(conversationKey(entry), (shown) => ({
      ...shown,
      messages: mergeMessages(shown.messages, [unsentToThreadMessage(item)]),
    }))
  return item
}

/** Queues a text and shows it at once. Empty texts are refused with a hint. */
export function sendText(entry: ConversationEntry, typed: string, reply?: Quote): boolean {
  const text = typed.trim()
  if (text === '') {
    showSendHint('不能发送空消息')
    return false
  }
  enqueue(entry, { text, ...(reply === undefined ? {} : { reply }) })
  void drainOutbox()
  return true
}

/** Queues each file as a message; refused files are reported in the hint. */
export async function sendFiles(entry: ConversationEntry, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const fault = getFileError('chat', file)
    if (fault !== null) {
      showSendHint(fault)
      continue
    }
    const sent = await reducedFile('chat', file)
    const kind = /\.(jpe?g|png|webp)$/i.test(file.name) ? 'picture' : 'file'
    const item = enqueue(entry, { text: '', file: { name: sent.name, size: sent.size, kind } })
    await storeFile(item.clientId, sent)
  }
  void drainOutbox()
}

/** Resends with the same client id, so that the server deduplicates. */
export function retryMessage(clientId: string): void {
  updateItem(clientId, { state: 'sending' })
  void drainOutbox()
}

/** Removes a refused or waiting message from the queue. */
export function discardMessage(clientId: string): void {
  outbox.set(outbox.get().filter((item) => item.clientId !== clientId))
  void deleteStoredFile(clientId)
  const now = thread.get()
  if (now.at !== 'ready') return
  const messages = now.messages.filter((one) => one.clientId !== clientId || one.seq !== null)
  thread.set({ ...now, messages })
}

function updateItem(clientId: string, to: Partial<UnsentMessage>): void {
  outbox.set(
    outbox.get().map((item) => {
      if (item.clientId !== clientId) return item
      const { reason: _before, ...rest } = item
      return { ...rest, ...to }
    }),
  )
  const item = outbox.get().find((one) => one.clientId === clientId)
  if (item !== undefined) replaceInThread(conversationKey(item.to), unsentToThreadMessage(item))
}

const replaceInThread = (key: string, message: ThreadMessage) =>
  updateThread(key, (now) => ({
    ...now,
    messages: now.messages.map((one) => (one.clientId === message.clientId && one.seq === null ? message : one)),
  }))

/** Conversations being sent to; they send in parallel. */
const draining = new Set<string>()
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** Sends waiting messages, in order within each conversation. Called again after reconnecting. */
export async function drainOutbox(): Promise<void> {
  clearTimeout(retryTimer)
  const keys = new Set(outbox.get().map(({ to }) => conversationKey(to)))
  await Promise.all([...keys].filter((key) => !draining.has(key)).map(drainConversation))
}

async function drainConversation(key: string): Promise<void> {
  draining.add(key)
  for (;;) {
    const next = outbox
      .get()
      .find(({ to, state, userId }) => conversationKey(to) === key && state !== 'failed' && userId === ownUserId())
    if (next === undefined) break
    const outcome = await sendUnsentMessage(next, (fileId) => {
      if (next.file !== undefined) updateItem(next.clientId, { state: 'sending', file: { ...next.file, fileId } })
    })
    if (outcome.is === 'sent') completeItem(next)
    else if (outcome.is === 'away') {
      updateItem(next.clientId, { state: 'waiting' })
      clearTimeout(retryTimer)
      retryTimer = setTimeout(() => void drainOutbox(), retryMs)
      break
    } else {
      updateItem(next.clientId, { state: 'failed', reason: outcome.reason })
      showSendHint(`发送失败：${outcome.reason}`)
    }
  }
  draining.delete(key)
}

function completeItem(item: UnsentMessage): void {
  outbox.set(outbox.get().filter(({ clientId }) => clientId !== item.clientId))
  uploadProgress.setKey(item.clientId, undefined)
  if (item.file !== undefined) void deleteStoredFile(item.clientId)
  replaceInThread(conversationKey(item.to), { ...unsentToThreadMessage(item), state: 'kept' })
  setTimeout(() => {
    const now = thread.get()
    const unplaced =
      now.at === 'ready' && now.messages.some(({ clientId, seq }) => clientId === item.clientId && seq === null)
    if (unplaced) void catchUpThread()
  }, echoMs)
}
