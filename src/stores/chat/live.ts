import { openPushLine, type PushLine } from '../../client/push.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { posterBase } from '../../domain/chat/party.ts'
import { isPushed, type Pushed, type PushedMessage } from '../../domain/chat/pushed.ts'
import { session } from '../accounts/session.ts'
import { passAwake, passOn } from '../operations/told.ts'
import { alertOf, keepTitle } from './alerts.ts'
import {
  applyMark,
  applyMessage,
  applyOwnRead,
  applyRecalled,
  conversations,
  forgetConversations,
  loadConversations,
  loadUnread,
} from './conversations.ts'
import { restoreDrafts } from './drafts.ts'
import { endSearch } from './finding.ts'
import { drain, forgetOutbox, restoreOutbox } from './outbox.ts'
import { applyRated } from './rating.ts'
import { closeChat, isOpen, openConversation, peerRead, readOpen } from './room.ts'
import { ownId } from './sides.ts'
import { thread } from './thread.ts'
import { appendPushed, applyRecall, catchUpThread } from './thread-loading.ts'
import { applyTyping, stopTyping } from './typing.ts'

let line: PushLine | undefined
let user = 0
let restoreTitle: (() => void) | undefined

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
  restoreDrafts()
  line = openPushLine({ onMessage: hear, onUp: catchUp, onDown: () => {} })
  restoreTitle = keepTitle()
  document.addEventListener('visibilitychange', readOpen)
  void loadUnread()
}

function stop(): void {
  line?.close()
  document.removeEventListener('visibilitychange', readOpen)
  forgetOutbox()
  forgetConversations()
  restoreTitle?.()
  endSearch()
  closeChat()
}

/** Push is a hint: after every connection the list and the open conversation are read by their numbers. */
function catchUp(): void {
  void drain()
  if (conversations.get().at === 'ready') void loadConversations()
  else void loadUnread()
  void catchUpThread().then(readOpen)
  passAwake()
}

function hear(message: unknown): void {
  if (isPushed(message)) apply(message)
  else passOn(message)
}

function apply(message: Pushed): void {
  if (message.type === 'chatRead') {
    if (message.userId === ownId()) return applyOwnRead(message)
    return peerRead(message)
  }
  if (message.type === 'chatMark') return applyMark(message)
  if (message.type === 'chatRated') return applyRated(message)
  if (message.type === 'chatTyping') return applyTyping(message)
  if (message.type === 'chatRecall') {
    applyRecalled(message.conversationId, message.seq)
    return applyRecall(message.conversationId, message.seq)
  }
  applyNew(message)
}

function applyNew(message: PushedMessage): void {
  applyMessage(message, isOpen)
  const now = thread.get()
  // The first message of a conversation has no number of ours to be known by: only its sides.
  const first = now.at === 'ready' && now.conversationId === null && belongs(message, now.entry)
  const here = now.at === 'ready' && (now.conversationId === message.conversationId || first)
  if (here) {
    appendPushed(message, now.entry)
    readOpen()
  }
  const own = message.sendId === ownId()
  if (!own) stopTyping(message.conversationId)
  const seen = here && isOpen(now.key)
  if (!own && !seen) alertOf(message, () => openConversation(message.conversationId))
}

type Sides = Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'asDemandId'>
function belongs(message: PushedMessage, { id, orgId, sendOrgId, asDemandId }: Sides): boolean {
  const toPoster = message.receiveId !== null && message.receiveId > posterBase
  if (!message.mine && toPoster !== (asDemandId !== null)) return false
  if (message.mine && message.sendOrgId !== sendOrgId) return false
  if (message.mine) return orgId === null ? message.receiveId === id : message.receiveOrgId === orgId
  return orgId === null ? !message.isOrgSend && message.sendId === id : message.sendOrgId === orgId
}
