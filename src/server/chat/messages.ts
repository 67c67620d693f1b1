import { and, asc, desc, eq, gt, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { messages as table } from '../../db/tables/chat.ts'
import { createAwayClientId, isAnswering } from '../../domain/chat/answer-hours.ts'
import {
  fileContent,
  maxTextLength,
  type MessageContent,
  readSentText,
  textContent,
} from '../../domain/chat/content.ts'
import { orderParties, type Party, readParty } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { fileUrl, ownFile } from '../platform/files/files.ts'
import { findShopReplies } from '../shops/replies/shop-replies.ts'
import { mayWriteTo } from './contact-rules.ts'
import { createMessageContent } from './link-previews.ts'
import { getMessageRelations, messageColumns } from './message-relations.ts'
import { findConversation, resolveParticipants } from './participants.ts'
import { getWordList, openWordCases, suspiciousWords } from '../operations/moderation/word-list.ts'
import { presentMessage, type MessageRow } from './present-message.ts'
import { getProfiles } from './profiles.ts'
import { pushMessage } from './push-message.ts'
import { getReadSeqOfParty, getReadSeqOfUser } from './read-positions.ts'
import { type StoredMessage, storeMessage } from './store-message.ts'
import { onAgentMessage, onVisitorMessage } from './support/case-records.ts'
import { sendServiceAwayReply } from './support/hours.ts'
import { notifyAgents } from './support/notify-agents.ts'

/** Maximum of recalled messages reported to a client that catches up. */
const maxRecalled = 100

export const messages: Handler<typeof conversationsCalls.messages> = async (input, { db, caller }) => {
  const { own, other } = await resolveParticipants(db, caller, input)
  const conversation = await findConversation(db, own, other)
  if (conversation === undefined) {
    if (!(await getProfiles(db, [other])).has(other)) throw new CallFailed('notFound')
    return { total: 0, data: [], conversationId: null, readSeq: 0, peerReadSeq: 0, recalled: [] }
  }
  const { id, lastSeq } = conversation
  const [rows, recalled, readSeq, peerReadSeq] = await Promise.all([
    rowsOf(db, id, lastSeq, input),
    input.afterSeq === undefined ? [] : recalledUpTo(db, id, input.afterSeq),
    getReadSeqOfUser(db, id, caller.userId),
    getReadSeqOfParty(db, id, other),
  ])
  const pair = orderParties(own, other)
  const relations = await getMessageRelations(db, rows, id)
  const data = rows.map((row) => presentMessage(row, pair, own, relations))
  return { total: lastSeq, data, conversationId: id, readSeq, peerReadSeq, recalled }
}

interface PageRange {
  readonly current: number
  readonly pageSize: number
  readonly afterSeq?: number | undefined
  readonly beforeSeq?: number | undefined
}

/** `seq` has no gaps, so a page is a range of `seq` and needs no offset. */
function rowsOf(
  db: Db,
  conversationId: number,
  lastSeq: number,
  { current, pageSize, afterSeq, beforeSeq }: PageRange,
) {
  const select = (span: SQL | undefined, order: SQL) =>
    db
      .select(messageColumns)
      .from(table)
      .where(and(eq(table.conversationId, conversationId), span))
      .orderBy(order)
      .limit(pageSize)
  if (afterSeq !== undefined) return select(gt(table.seq, afterSeq), asc(table.seq))
  const end = beforeSeq === undefined ? lastSeq - (current - 1) * pageSize : beforeSeq - 1
  return select(and(lte(table.seq, end), gt(table.seq, end - pageSize)), desc(table.seq))
}

async function recalledUpTo(db: Db, conversationId: number, seq: number): Promise<number[]> {
  const rows = await db
    .select({ seq: table.seq })
    .from(table)
    .where(and(eq(table.conversationId, conversationId), isNotNull(table.recalledAt), lte(table.seq, seq)))
    .orderBy(desc(table.seq))
    .limit(maxRecalled)
  return rows.map((row) => row.seq)
}

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
  const profiles = await getProfiles(db, [own, other])
  if (input.isOrgSend && profiles.get(own)?.open !== true) throw new CallFailed('notSeller')
  if (profiles.get(other)?.open !== true) throw new CallFailed('notFound')
  if (!(await mayWriteTo(db, caller, own, other))) throw new CallFailed('stranger')
  const content =
    input.fileId === undefined
      ? await createMessageContent(db, text, config)
      : await getFileContent(db, caller, input.fileId)
  const clientId = input.clientId ?? crypto.randomUUID()
  const { fileId } = input
  const replySeq = await checkReplySeq(db, own, other, input.replySeq)
  const toService = profiles.get(other)?.isService === true
  const words = suspiciousWords(await getWordList(context), { text }, true)
  const onStored = async (tx: Db, { conversationId, row }: StoredMessage) => {
    // Never refused: two sides talk to each other. Only the message itself is read.
    if (words.length > 0) await openMessageCase(tx, caller, row, text, words)
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
    await pushMessage(context, stored, { from: own, to: other, profile: profiles.get(own) })
    const { conversationId, row } = stored
    const serviceId = toService ? profiles.get(other)?.id : undefined
    const here = { from: own, conversationId, now: row.createdAt }
    const reply =
      serviceId === undefined
        ? await sendAwayReply(db, { ...here, to: other })
        : await sendServiceAwayReply(db, { ...here, serviceId })
    if (reply !== undefined) await pushMessage(context, reply, { from: other, to: own, profile: profiles.get(other) })
    if (toService || caller.isService) await notifyAgents(context)
  })
  return true
}

/** Opens a case for a message with listed words, with its text, since it may be recalled. */
const openMessageCase = (tx: Db, { userId, companyId }: Caller, row: MessageRow, text: string, words: string[]) =>
  openWordCases(tx, [
    {
      kind: 'message',
      subjectId: row.id,
      title: text.slice(0, 40),
      ownerCompanyId: companyId,
      ownerUserId: userId,
      words,
      excerpt: [{ byOwner: true, isReported: true, text, at: row.createdAt.toISOString() }],
    },
  ])

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
