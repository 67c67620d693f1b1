import { openPushLine, type PushLine } from '../../client/push.ts'
import { isPushed, type Pushed } from '../../domain/chat/pushed.ts'
import { session } from '../accounts/session.ts'
import {
  applyMessage,
  applyOwnRead,
  conversations,
  forgetConversations,
  loadConversations,
  loadUnread,
} from './conversations.ts'
import { drain, forgetOutbox, restoreOutbox } from './outbox.ts'
import { closeChat, isOpen, peerRead, readOpen } from './room.ts'
import { isMine, ownId } from './sides.ts'
import { appendPushed, catchUpThread, thread } from './thread.ts'

let line: PushLine | undefined
let user = 0

/** Keeps this tab in step with the server, as long as somebody is signed in. Starting it twice starts it once. */
export function startLive(): void {
  if (user !== 0) return
  session.subscribe((now) => {
    const id = now.at === 'in' ? now.user.userId : 0
    if (id === user) return
    if (user !== 0) stop()
    user = id
    if (id !== 0) begin()
  })
}

function begin(): void {
  restoreOutbox()
  line = openPushLine({ onMessage: hear, onUp: catchUp, onDown: () => {} })
  document.addEventListener('visibilitychange', readOpen)
  void loadUnread()
}

function stop(): void {
  line?.close()
  document.removeEventListener('visibilitychange', readOpen)
  forgetOutbox()
  forgetConversations()
  closeChat()
}

/** Push is a hint: after every connection the list and the open conversation are read by their numbers. */
function catchUp(): void {
  void drain()
  if (conversations.get().at === 'ready') void loadConversations()
  else void loadUnread()
  void catchUpThread().then(readOpen)
}

function hear(message: unknown): void {
  if (isPushed(message)) apply(message)
}

function apply(message: Pushed): void {
  if (message.type === 'chatRead') {
    if (message.userId === ownId()) return applyOwnRead(message)
    return peerRead(message)
  }
  applyMessage(message, isOpen)
  const now = thread.get()
  if (now.at !== 'ready') return
  // The first message of a conversation has no number of ours to be known by: only its sides.
  const first = now.conversationId === null && belongs(message, now.entry)
  if (now.conversationId !== message.conversationId && !first) return
  appendPushed(message, now.entry)
  readOpen()
}

type Sides = { readonly id: number; readonly orgId: number | null; readonly sendOrgId: number | null }
function belongs(message: Extract<Pushed, { type: 'chat' }>, { id, orgId, sendOrgId }: Sides): boolean {
  if (isMine(message, sendOrgId)) return orgId === null ? message.receiveId === id : message.receiveOrgId === orgId
  return orgId === null ? !message.isOrgSend && message.sendId === id : message.sendOrgId === orgId
}
