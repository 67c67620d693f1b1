import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import {
  fileContent,
  maxTextLength,
  readSentText,
  type MessageContent,
  textContent,
} from '../../domain/chat/content.ts'
import { type Party, readParty } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { createMessageContent } from './link-previews.ts'
import { getProfiles } from './profiles.ts'
import { mayWriteTo } from './contact-rules.ts'
import { findConversation, resolveParticipants } from './participants.ts'
import { sendServiceAwayReply } from './support/hours.ts'
import { notifyAgents } from './support/notify-agents.ts'
import { onAgentMessage, onVisitorMessage } from './support/case-records.ts'
import { storeMessage, type StoredMessage } from './store-message.ts'
import { pushMessage } from './push-message.ts'
import { ownFile, fileUrl } from '../platform/files/files.ts'
import { isAnswering, createAwayClientId } from '../../domain/chat/answer-hours.ts'
import { findShopReplies } from '../shops/replies/shop-replies.ts'

/**
 * Stores a shop's automatic reply to a message outside its hours: once per conversation and day, with the owner as
 * sender. Only `sendMessage` triggers it, so automatic replies never answer each other. Undefined without a reply.
 */
export async function sendAwayReply(
  db: Db,
  { from, to, conversationId, now }: { from: Party; to: Party; conversationId: number; now: Date },
): Promise<StoredMessage | undefined> {
  const shop = readParty(to)
  if (shop?.is !== 'shop') return undefined
  const replies = await findShopReplies(db, shop.companyId)
  if (replies === undefined || replies.awayReply === '' || replies.ownerId === null) return undefined
  const at = now.toISOString()
  if (isAnswering(replies, at)) return undefined
  return storeMessage(db, {
    own: to,
    other: from,
    senderUserId: replies.ownerId,
    marksRead: false,
    content: textContent(replies.awayReply),
    clientId: createAwayClientId(conversationId, at),
  })
}

export const sendMessage: Handler<typeof conversationsCalls.sendMessage> = async (input, context) => {
  const { caller, db, config, after } = context
  const { own, other } = await resolveParticipants(db, caller, input)
  const text = readSentText(input.content)
  if (text === '' && input.fileId === undefined) throw fieldFailed({ field: 'content', message: '请输入消息' })
  if ([...text].length > maxTextLength) throw fieldFailed({ field: 'content', message: `最多 ${maxTextLength} 个字` })
  const faces = await getProfiles(db, [own, other])
  if (input.isOrgSend && faces.get(own)?.open !== true) throw new CallFailed('notSeller')
  if (faces.get(other)?.open !== true) throw new CallFailed('notFound')
  if (!(await mayWriteTo(db, caller, own, other))) throw new CallFailed('stranger')
  const content =
    input.fileId === undefined
      ? await createMessageContent(db, text, config)
      : await getFileContent(db, caller, input.fileId)
  const clientId = input.clientId ?? crypto.randomUUID()
  const { fileId } = input
  const replySeq = await checkReplySeq(db, own, other, input.replySeq)
  const toService = faces.get(other)?.isService === true
  const onStored = async (tx: Db, { conversationId }: StoredMessage) => {
    if (toService) await onVisitorMessage(tx, conversationId)
    if (caller.isService) await onAgentMessage(tx, conversationId, caller.userId)
  }
  const sending = {
    own,
    other,
    senderUserId: caller.userId,
    content,
    clientId,
    marksRead: true,
    replySeq,
    fileId,
    onStored,
  }
  const stored = await storeMessage(db, sending)
  if (stored === undefined) return true
  after(async () => {
    await pushMessage(context, stored, { from: own, to: other, profile: faces.get(own) })
    const { conversationId, row } = stored
    const serviceId = toService ? faces.get(other)?.id : undefined
    const here = { from: own, conversationId, now: row.createdAt }
    const reply =
      serviceId === undefined
        ? await sendAwayReply(db, { ...here, to: other })
        : await sendServiceAwayReply(db, { ...here, serviceId })
    if (reply !== undefined) await pushMessage(context, reply, { from: other, to: own, profile: faces.get(other) })
    if (toService || caller.isService) await notifyAgents(context)
  })
  return true
}

/** Content of an own chat upload. Throws notFound for uploads of others, colleagues included. */
async function getFileContent(db: Db, caller: Caller, fileId: string): Promise<MessageContent> {
  const file = await ownFile(db, fileId, caller, 'chat')
  if (file.userId !== caller.userId) throw new CallFailed('notFound')
  const kind = file.contentType.startsWith('image/') ? 'picture' : 'file'
  return fileContent(kind, { url: fileUrl(file), name: file.name, size: file.size })
}

/** Checks that the quoted `seq` exists in this conversation; recalled messages are allowed. */
async function checkReplySeq(
  db: Db,
  own: Party,
  other: Party,
  replySeq: number | undefined,
): Promise<number | undefined> {
  if (replySeq === undefined) return undefined
  const conversation = await findConversation(db, own, other)
  const known = conversation !== undefined && replySeq > 0 && replySeq <= conversation.lastSeq
  if (!known) throw fieldFailed({ field: 'replySeq', message: '要回复的消息不存在' })
  return replySeq
}
