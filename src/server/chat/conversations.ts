import { and, eq, isNull, sum } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import type { recordsCalls } from '../../contract/chat/records.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations as table, messages, readPositions } from '../../db/tables/chat.ts'
import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import type { PushedMark, PushedRead, PushedRecall, PushedTyping } from '../../domain/chat/chat-push.ts'
import { recalledContent } from '../../domain/chat/content.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import { mayRecall } from '../../domain/chat/recall.ts'
import { getServiceUserId } from '../accounts/sign-in/service-id.ts'
import type { Caller, Handler } from '../handler.ts'
import { getEntries, presentEntry } from './conversation-entries.ts'
import { getReaders } from './members.ts'
import { myRecords } from './message-centre/my-records.ts'
import { recordPage } from './message-centre/record-page.ts'
import { callerCondition, getOwnConversation, getParticipants, listOwnConversations } from './own-conversations.ts'
import { findConversation, resolveParticipants } from './participants.ts'
import { getProfiles } from './profiles.ts'
import { advanceReadPosition, countedUnread, getReadSeqOfUser } from './read-positions.ts'

/** Maximum of conversations listed; older ones are found by name (messageGroups). */
const maxConversations = 200

export const conversations: Handler<typeof conversationsCalls.conversations> = async (_input, { db, caller }) => {
  const entries = await getEntries(db, caller, await listOwnConversations(db, caller, { limit: maxConversations }))
  const serviceId = caller.isService ? undefined : await getServiceUserId(db)
  if (serviceId === undefined) return entries
  const isPinned = ({ isService, sendOrgId }: (typeof entries)[number]) => isService && sendOrgId === null
  const known = entries.find(isPinned)
  const rest = entries.filter((entry) => entry !== known)
  if (known !== undefined) return [known, ...rest]
  const party = personParty(serviceId)
  const face = (await getProfiles(db, [party])).get(party)
  return face === undefined ? rest : [presentEntry(face, personParty(caller.userId), undefined), ...rest]
}

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
    .select({ lastSeq: table.lastSeq, partyA: table.partyA, partyB: table.partyB })
    .from(table)
    .where(and(eq(table.id, conversationId), callerCondition(caller)))
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
      .select({ lastSeq: table.lastSeq })
      .from(table)
      .where(eq(table.id, conversationId))
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
      await tx.update(table).set({ lastContent: recalledContent }).where(eq(table.id, conversationId))
    }
    return message.content.text
  })
  if (text === undefined) return { text: '' }
  const notice: PushedRecall = { type: 'chatRecall', conversationId, seq }
  const readers = await getReaders(db, [row.partyA, row.partyB])
  after(() => readers.forEach(({ userId }) => push.send(userId, notice)))
  return { text }
}

/** Unread messages of the caller by parties, from which the kind is derived. */
async function getUnreadByParties(db: Db, caller: Caller) {
  const rows = await db
    .select({ partyA: table.partyA, partyB: table.partyB, unread: sum(countedUnread).mapWith(Number) })
    .from(table)
    .leftJoin(readPositions, and(eq(readPositions.conversationId, table.id), eq(readPositions.userId, caller.userId)))
    .where(callerCondition(caller))
    .groupBy(table.partyA, table.partyB)
  return rows
}

const total = (rows: readonly { readonly unread: number }[]) => rows.reduce((all, { unread }) => all + unread, 0)

export const unreadTotal: Handler<typeof conversationsCalls.unreadTotal> = async (_input, { db, caller }) =>
  total(await getUnreadByParties(db, caller))

/** Newest rows shown in the header. */
const newestPage = { current: 1, pageSize: 5, keyword: '' }

export const unreadByKind: Handler<typeof conversationsCalls.unreadByKind> = async (_input, context) => {
  const { db, caller } = context
  const rows = await getUnreadByParties(db, caller)
  const shop = caller.companyId === null ? undefined : shopParty(caller.companyId)
  const serviceId = await getServiceUserId(db)
  const service = serviceId === undefined || caller.isService ? undefined : personParty(serviceId)
  const sides = rows.map(({ partyA, partyB, unread }) => ({ has: new Set([partyA, partyB]), unread }))
  const ofShop = total(sides.filter(({ has }) => shop !== undefined && has.has(shop)))
  const mine = sides.filter(({ has }) => shop === undefined || !has.has(shop))
  const ofService = total(mine.filter(({ has }) => service !== undefined && has.has(service)))
  const notices = await recordPage(newestPage, context)
  const letters = await myRecords({ ...newestPage, box: 'in' }, context)
  return {
    total: total(rows),
    service: ofService,
    person: total(mine) - ofService,
    shop: ofShop,
    count: notices.unread.total,
    bizMsgList: notices.data,
    userMsgList: letters.data,
  }
}
