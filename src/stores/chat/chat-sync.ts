import { openPushConnection, type PushConnection } from '../../client/push.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { posterBase } from '../../domain/chat/party.ts'
import { isChatPush, type ChatPush, type PushedMessage } from '../../domain/chat/chat-push.ts'
import { session } from '../accounts/session.ts'
import { dispatchAwake, dispatchPush } from '../operations/push-notices.ts'
import { alertMessage, showUnreadInTitle } from './alerts.ts'
import {
  applyMark,
  applyMessage,
  applyOwnRead,
  applyRecallToList,
  conversations,
  resetConversations,
  loadConversations,
  loadUnreadCount,
} from './conversations.ts'
import { restoreChatDrafts } from './outbox/drafts.ts'
import { clearChatSearch } from './chat-search.ts'
import { drainOutbox, clearOutbox, restoreOutbox } from './outbox/outbox.ts'
import { applyRating } from './rating.ts'
import { closeChat, isConversationOpen, openConversation, applyPeerRead, markOpenRead } from './room.ts'
import { ownUserId } from './participants.ts'
import { thread } from './thread.ts'
import { appendPushed, applyRecall, catchUpThread } from './thread-loading.ts'
import { applyTyping, stopTyping } from './typing.ts'

let pushConnection: PushConnection | undefined
let userId = 0
let restoreTitle: (() => void) | undefined

/** Synchronizes the chat of this tab with the server while signed in. Idempotent. */
export function startChatSync(): void {
  if (userId !== 0) return
  session.subscribe((now) => {
    const id = now.at === 'in' ? now.user.userId : 0
    if (id === userId) return
    if (userId !== 0) stopSync()
    userId = id
    if (id !== 0) startSync()
  })
}

function startSync(): void {
  restoreOutbox()
  restoreChatDrafts()
  pushConnection = openPushConnection({ onMessage, onUp: catchUp, onDown: () => {} })
  restoreTitle = showUnreadInTitle()
  document.addEventListener('visibilitychange', markOpenRead)
  void loadUnreadCount()
}

function stopSync(): void {
  pushConnection?.close()
  document.removeEventListener('visibilitychange', markOpenRead)
  clearOutbox()
  resetConversations()
  restoreTitle?.()
  clearChatSearch()
  closeChat()
}

/** Push may lose events: after every connection the list and the open conversation are reloaded by sequence number. */
function catchUp(): void {
  void drainOutbox()
  if (conversations.get().at === 'ready') void loadConversations()
  else void loadUnreadCount()
  void catchUpThread().then(markOpenRead)
  dispatchAwake()
}

function onMessage(message: unknown): void {
  if (isChatPush(message)) applyPush(message)
  else dispatchPush(message)
}

function applyPush(message: ChatPush): void {
  if (message.type === 'chatRead') {
    if (message.userId === ownUserId()) return applyOwnRead(message)
    return applyPeerRead(message)
  }
  if (message.type === 'chatMark') return applyMark(message)
  if (message.type === 'chatRated') return applyRating(message)
  if (message.type === 'chatTyping') return applyTyping(message)
  if (message.type === 'chatRecall') {
    applyRecallToList(message.conversationId, message.seq)
    return applyRecall(message.conversationId, message.seq)
  }
  applyNewMessage(message)
}

function applyNewMessage(message: PushedMessage): void {
  applyMessage(message, isConversationOpen)
  const now = thread.get()
  // The first message of a conversation has no known conversation id: match by participants.
  const first = now.at === 'ready' && now.conversationId === null && belongsToConversation(message, now.entry)
  const here = now.at === 'ready' && (now.conversationId === message.conversationId || first)
  if (here) {
    appendPushed(message, now.entry)
    markOpenRead()
  }
  const own = message.mine && message.sendId === ownUserId()
  if (!own) stopTyping(message.conversationId)
  const seen = here && isConversationOpen(now.key)
  if (!own && !seen) alertMessage(message, () => openConversation(message.conversationId))
}

type Participants = Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'asDemandId'>
function belongsToConversation(message: PushedMessage, { id, orgId, sendOrgId, asDemandId }: Participants): boolean {
  const toPoster = message.receiveId !== null && message.receiveId > posterBase
  if (!message.mine && toPoster !== (asDemandId !== null)) return false
  if (message.mine && message.sendOrgId !== sendOrgId) return false
  if (message.mine) return orgId === null ? !message.isOrg && message.receiveId === id : message.receiveOrgId === orgId
  return orgId === null ? !message.isOrgSend && message.sendId === id : message.sendOrgId === orgId
}
