import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, readPositions, messages } from '../../db/tables/chat.ts'
import { otherParty, readParty } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import type { PartyPair } from './present-message.ts'
import { unreadCount } from './read-positions.ts'
import { ownParties, posterParties } from './participants.ts'

/** Condition: one party belongs to the caller. Required in every query of conversations. */
export function callerCondition(caller: Caller) {
  const own = ownParties(caller)
  const { partyA, partyB } = conversations
  const plain = or(inArray(partyA, own), inArray(partyB, own))
  if (caller.companyId === null) return plain
  const posters = posterParties(caller)
  return or(plain, inArray(partyA, posters), inArray(partyB, posters))
}

/** Columns of a conversation joined with the read position of the member. */
export const conversationColumns = {
  id: conversations.id,
  partyA: conversations.partyA,
  partyB: conversations.partyB,
  lastSeq: conversations.lastSeq,
  lastContent: conversations.lastContent,
  lastAt: conversations.lastAt,
  readSeq: readPositions.seq,
  pinnedAt: readPositions.pinnedAt,
  muted: readPositions.muted,
  unread: unreadCount,
}

/** Join condition: read position of a member. */
export const memberCondition = (userId: number) =>
  and(eq(readPositions.conversationId, conversations.id), eq(readPositions.userId, userId))

interface ConversationPage {
  readonly limit: number
  readonly from?: number | undefined
  readonly where?: SQL | undefined
}

/** The caller's conversations with unread counts: pinned first, then the latest; at most `limit`. */
export async function listOwnConversations(db: Db, caller: Caller, { limit, from = 0, where }: ConversationPage) {
  return db
    .select(conversationColumns)
    .from(conversations)
    .leftJoin(readPositions, memberCondition(caller.userId))
    .where(and(callerCondition(caller), where))
    .orderBy(sql`${readPositions.pinnedAt} desc nulls last`, desc(conversations.lastAt), desc(conversations.id))
    .limit(limit)
    .offset(from)
}
export type OwnConversation = Awaited<ReturnType<typeof listOwnConversations>>[number]

/** A conversation of the caller with both parties. Throws notFound for others. */
export async function getOwnConversation(db: Db, caller: Caller, conversationId: number) {
  const [row] = await db
    .select({ ...conversationColumns })
    .from(conversations)
    .leftJoin(readPositions, memberCondition(caller.userId))
    .where(and(eq(conversations.id, conversationId), callerCondition(caller)))
  if (row === undefined) throw new CallFailed('notFound')
  return { row, ...getParticipants(caller, row) }
}

/** The caller's party and the other one: an own party first, else the poster of an own demand. */
export function getParticipants(caller: Caller, pair: PartyPair): { readonly mine: string; readonly other: string } {
  const own = new Set<string>(ownParties(caller))
  const isMineA = own.has(pair.partyA) || (!own.has(pair.partyB) && readParty(pair.partyA)?.is === 'poster')
  const mine = isMineA ? pair.partyA : pair.partyB
  return { mine, other: otherParty(pair, mine) }
}

/** Whether the caller may open a chat file: its uploader and members of the conversations it was sent in. */
export async function canOpenChatFile(
  db: Db,
  file: { readonly id: string; readonly userId: number },
  caller: Caller,
): Promise<boolean> {
  if (file.userId === caller.userId) return true
  const sentIn = db.select({ id: messages.conversationId }).from(messages).where(eq(messages.fileId, file.id))
  const [member] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(inArray(conversations.id, sentIn), callerCondition(caller)))
    .limit(1)
  return member !== undefined
}
