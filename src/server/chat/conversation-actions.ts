import type { recordsCalls } from '../../contract/chat/records.ts'
import { readPositions, conversations, messages } from '../../db/tables/chat.ts'
import type { PushedMark, PushedTyping, PushedRead, PushedRecall } from '../../domain/chat/chat-push.ts'
import type { Handler } from '../handler.ts'
import { getOwnConversation, callerCondition, getParticipants } from './own-conversations.ts'
import { getReaders } from './members.ts'
import { findConversation, resolveParticipants } from './participants.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed } from '../../contract/failures.ts'
import { advanceReadPosition, getReadSeqOfUser } from './read-positions.ts'
import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import { recalledContent } from '../../domain/chat/content.ts'
import { mayRecall } from '../../domain/chat/recall.ts'

/** Pins or mutes a conversation for the caller; pushed to the caller's other tabs. */
export const mark: Handler<typeof recordsCalls.mark> = async (input, { db, caller, push, after }) => {
  const { conversationId, pinned, muted } = input
  const { row } = await getOwnConversation(db, caller, conversationId)
  const now = { pinned: pinned ?? row.pinnedAt !== null, muted: muted ?? row.muted === true }
  const changed = {
    ...(pinned === undefined ? {} : { pinnedAt: pinned ? (row.pinnedAt ?? new Date()) : null }),
    ...(muted === undefined ? {} : { muted }),
  }
  if (Object.keys(changed).length > 0) {
    await db
      .insert(readPositions)
      .values({ conversationId, userId: caller.userId, ...changed })
      .onConflictDoUpdate({ target: [readPositions.conversationId, readPositions.userId], set: changed })
  }
  const notice: PushedMark = { type: 'chatMark', conversationId, ...now }
  after(() => push.send(caller.userId, notice))
  return now
}

/** Pushes a typing hint to the other party. Not stored; ignored before the first message. */
export const typing: Handler<typeof recordsCalls.typing> = async (input, { db, caller, push, after }) => {
  const { own, other } = await resolveParticipants(db, caller, input)
  const conversation = await findConversation(db, own, other)
  if (conversation === undefined) return true
  const notice: PushedTyping = { type: 'chatTyping', conversationId: conversation.id, party: own }
  const readers = await getReaders(db, [other])
  after(() => readers.forEach(({ userId }) => push.send(userId, notice)))
  return true
}

export const read: Handler<typeof conversationsCalls.read> = async (input, { db, caller, push, after }) => {
  const { conversationId } = input
  const [row] = await db
    .select({ lastSeq: conversations.lastSeq, partyA: conversations.partyA, partyB: conversations.partyB })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), callerCondition(caller)))
  if (row === undefined) throw new CallFailed('notFound')
  const seq = Math.min(input.seq, row.lastSeq)
  if (seq === 0 || !(await advanceReadPosition(db, { conversationId, userId: caller.userId, seq }))) {
    return { readSeq: await getReadSeqOfUser(db, conversationId, caller.userId) }
  }
  const party = getParticipants(caller, row).mine
  const createNotice = (userId: number | null): PushedRead => ({ type: 'chatRead', conversationId, userId, party, seq })
  const readers = await getReaders(db, [row.partyA, row.partyB])
  // Which member or agent has read is visible inside the shop or service only.
  const outside = createNotice(party.startsWith('o:') || caller.isService ? null : caller.userId)
  after(() =>
    readers.forEach((reader) =>
      push.send(reader.userId, reader.party === party ? createNotice(caller.userId) : outside),
    ),
  )
  return { readSeq: seq }
}

/** Recalls an own message: its `seq` stays, its content is removed. Idempotent. */
export const recall: Handler<typeof recordsCalls.recall> = async (input, { db, caller, push, after }) => {
  const { conversationId, seq } = input
  const { row, mine } = await getOwnConversation(db, caller, conversationId)
  const place = and(eq(messages.conversationId, conversationId), eq(messages.seq, seq))
  const text = await db.transaction(async (tx) => {
    // Locks the conversation first, in the same order as a new message.
    const [last] = await tx
      .select({ lastSeq: conversations.lastSeq })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update')
    const [message] = await tx.select().from(messages).where(place)
    if (message === undefined || message.senderUserId !== caller.userId || message.senderParty !== mine) {
      throw new CallFailed('notFound')
    }
    if (message.recalledAt !== null) return undefined
    const late = !mayRecall(message.createdAt.toISOString(), new Date().toISOString())
    if (late || isAutomatic(message)) throw new CallFailed('recallLate')
    await tx
      .update(messages)
      .set({ content: recalledContent, tokens: null, fileId: null, recalledAt: new Date() })
      .where(and(place, isNull(messages.recalledAt)))
    if (last?.lastSeq === seq) {
      await tx.update(conversations).set({ lastContent: recalledContent }).where(eq(conversations.id, conversationId))
    }
    return message.content.text
  })
  if (text === undefined) return { text: '' }
  const notice: PushedRecall = { type: 'chatRecall', conversationId, seq }
  const readers = await getReaders(db, [row.partyA, row.partyB])
  after(() => readers.forEach(({ userId }) => push.send(userId, notice)))
  return { text }
}
