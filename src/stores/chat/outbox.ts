import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { ConversationEntry } from '../../contract/chat/conversations.ts'
import type { Failure } from '../../contract/envelope.ts'
import { textContent } from '../../domain/chat/content.ts'
import { readKept, type Unsent } from './kept-outbox.ts'
import { addressOf, keyOf, ownId } from './sides.ts'
import { catchUpThread, changeThread, merged, thread, type ThreadMessage } from './thread.ts'

const storageKey = 'chatOutbox'
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
  outbox.set(readKept(sessionStorage.getItem(storageKey)).filter(({ userId }) => userId === ownId()))
  outbox.listen((items) => sessionStorage.setItem(storageKey, JSON.stringify(items)))
  void drain()
}

/** Signed out: what another person typed must not go out in the next one's name. */
export const forgetOutbox = (): void => outbox.set([])

const asDrawn = ({ clientId, text, at, state, reason }: Unsent): ThreadMessage => ({
  ...{ clientId, at, state, seq: null, mine: true, content: textContent(text) },
  ...(reason === undefined ? {} : { reason }),
})

/** Unsent messages of a conversation, for its thread. */
export const unsentOf = (key: string): ThreadMessage[] =>
  outbox
    .get()
    .filter(({ to }) => keyOf(to) === key)
    .map(asDrawn)

/** Puts a text into the queue; it is shown at once. An empty one is refused with the hint. */
export function send(entry: ConversationEntry, typed: string): boolean {
  const text = typed.trim()
  if (text === '') {
    showHint('不能发送空消息')
    return false
  }
  const { id, orgId, sendOrgId, isStoreIdentity } = entry
  const at = new Date().toISOString()
  const to = { id, orgId, sendOrgId, isStoreIdentity }
  const item: Unsent = { clientId: newUuid(), userId: ownId(), to, text, at, state: 'sending' }
  outbox.set([...outbox.get(), item])
  changeThread(keyOf(entry), (now) => ({ ...now, messages: merged(now.messages, [asDrawn(item)]) }))
  void drain()
  return true
}

/** Once more, with the same client id: should it have arrived after all, it is there only once. */
export function retry(clientId: string): void {
  change(clientId, 'sending')
  void drain()
}

function change(clientId: string, state: Unsent['state'], reason?: string): void {
  outbox.set(
    outbox.get().map((item) => {
      if (item.clientId !== clientId) return item
      const { reason: _before, ...rest } = item
      return { ...rest, state, ...(reason === undefined ? {} : { reason }) }
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

let draining = false
let again: ReturnType<typeof setTimeout> | undefined

/** Sends what waits, one after another, so that the order is kept. Called again when the connection is back. */
export async function drain(): Promise<void> {
  if (draining) return
  draining = true
  clearTimeout(again)
  for (;;) {
    const next = outbox.get().find(({ state, userId }) => state !== 'failed' && userId === ownId())
    if (next === undefined) break
    const answer = await quietApi.chat.sendMessage({
      ...addressOf(next.to),
      ...{ sendId: ownId(), qos: 2, clientId: next.clientId },
      content: JSON.stringify({ status: 'text', text: next.text.replaceAll('\n', '<br />') }),
    })
    if (answer.ok) settle(next)
    else if (answer.failure.code === 0 || answer.failure.code === 429) {
      change(next.clientId, 'waiting')
      again = setTimeout(() => void drain(), tryAgainMs)
      break
    } else {
      change(next.clientId, 'failed', reasonOf(answer.failure))
      showHint(`发送失败：${reasonOf(answer.failure)}`)
    }
  }
  draining = false
}

function settle(item: Unsent): void {
  outbox.set(outbox.get().filter(({ clientId }) => clientId !== item.clientId))
  redraw(keyOf(item.to), { ...asDrawn(item), state: 'kept' })
  setTimeout(() => {
    const now = thread.get()
    const unplaced =
      now.at === 'ready' && now.messages.some(({ clientId, seq }) => clientId === item.clientId && seq === null)
    if (unplaced) void catchUpThread()
  }, echoMs)
}

/** The first field's fault says more than the general sentence. */
function reasonOf({ message, content }: Failure): string {
  const [first]: unknown[] = Array.isArray(content) ? content : []
  const own = typeof first === 'object' && first !== null && 'message' in first ? first.message : undefined
  return typeof own === 'string' ? own : message
}
