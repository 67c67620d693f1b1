import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { fileContent, longestText, sentText, type MessageContent } from '../../domain/chat/content.ts'
import type { Party } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { fileOf, fileUrl } from '../operations/public.ts'
import { awayReply } from './away-reply.ts'
import { contentOf } from './cards.ts'
import { facesOf } from './faces.ts'
import { mayWriteTo } from './relations.ts'
import { findConversation, sidesOf } from './sides.ts'
import { serviceAwayReply } from './desk/hours.ts'
import { tellDesk } from './desk/tell-desk.ts'
import { agentWrote, visitorWrote } from './desk/visits.ts'
import { storeMessage, type Stored } from './store-message.ts'
import { tellMessage } from './tell.ts'

export const sendMessage: Handler<typeof conversationsCalls.sendMessage> = async (input, context) => {
  const { caller, db, config, after } = context
  const { own, other } = await sidesOf(db, caller, input)
  const text = sentText(input.content)
  if (text === '' && input.fileId === undefined) throw fieldFailed({ field: 'content', message: '请输入消息' })
  if ([...text].length > longestText) throw fieldFailed({ field: 'content', message: `最多 ${longestText} 个字` })
  const faces = await facesOf(db, [own, other])
  if (input.isOrgSend && faces.get(own)?.open !== true) throw new CallFailed('notSeller')
  if (faces.get(other)?.open !== true) throw new CallFailed('notFound')
  if (!(await mayWriteTo(db, caller, own, other))) throw new CallFailed('stranger')
  const content =
    input.fileId === undefined ? await contentOf(db, text, config.siteUrl) : await sentFile(db, caller, input.fileId)
  const clientId = input.clientId ?? crypto.randomUUID()
  const { fileId } = input
  const replySeq = await answered(db, own, other, input.replySeq)
  const toService = faces.get(other)?.isService === true
  const along = async (tx: Db, { conversationId }: Stored) => {
    if (toService) await visitorWrote(tx, conversationId)
    if (caller.isService) await agentWrote(tx, conversationId, caller.userId)
  }
  const sending = { own, other, senderUserId: caller.userId, content, clientId, reads: true, replySeq, fileId, along }
  const stored = await storeMessage(db, sending)
  if (stored === undefined) return true
  after(async () => {
    await tellMessage(context, stored, { from: own, to: other, face: faces.get(own) })
    const { conversationId, row } = stored
    const serviceId = toService ? faces.get(other)?.id : undefined
    const here = { from: own, conversationId, now: row.createdAt }
    const reply =
      serviceId === undefined
        ? await awayReply(db, { ...here, to: other })
        : await serviceAwayReply(db, { ...here, serviceId })
    if (reply !== undefined) await tellMessage(context, reply, { from: other, to: own, face: faces.get(other) })
    if (toService || caller.isService) await tellDesk(context)
  })
  return true
}

/** An own upload for the chat; another's is notFound, a colleague's too. */
async function sentFile(db: Db, caller: Caller, fileId: string): Promise<MessageContent> {
  const file = await fileOf(db, fileId, caller, 'chat')
  if (file.userId !== caller.userId) throw new CallFailed('notFound')
  const kind = file.contentType.startsWith('image/') ? 'picture' : 'file'
  return fileContent(kind, { url: fileUrl(file), name: file.name, size: file.size })
}

/** Place of the message that is answered: one of this conversation. That it was taken back meanwhile does no harm. */
async function answered(db: Db, own: Party, other: Party, replySeq: number | undefined): Promise<number | undefined> {
  if (replySeq === undefined) return undefined
  const conversation = await findConversation(db, own, other)
  const known = conversation !== undefined && replySeq > 0 && replySeq <= conversation.lastSeq
  if (!known) throw fieldFailed({ field: 'replySeq', message: '要回复的消息不存在' })
  return replySeq
}
