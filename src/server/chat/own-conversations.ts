import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { otherParty, readParty } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import type { Pair } from './present.ts'
import { unreadCount } from './read-positions.ts'
import { ownParties, posterParties } from './sides.ts'

/** Condition: one of the sides is the caller's. In every query of conversations. */
export function ofCaller(caller: Caller) {
  const own = ownParties(caller)
  const { partyA, partyB } = conversations
  const plain = or(inArray(partyA, own), inArray(partyB, own))
  if (caller.companyId === null) return plain
  const posters = posterParties(caller)
  return or(plain, inArray(partyA, posters), inArray(partyB, posters))
}

/** Columns of a conversation joined with what its member keeps of it. */
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

/** What the caller keeps of a conversation. */
export const ofMember = (userId: number) =>
  and(eq(readPositions.conversationId, conversations.id), eq(readPositions.userId, userId))

interface Part {
  readonly most: number
  readonly from?: number | undefined
  readonly where?: SQL | undefined
}

/** The caller's conversations with what is unread in them: pinned ones first, then the latest; `most` at most. */
export async function ownConversations(db: Db, caller: Caller, { most, from = 0, where }: Part) {
  return db
    .select(conversationColumns)
    .from(conversations)
    .leftJoin(readPositions, ofMember(caller.userId))
    .where(and(ofCaller(caller), where))
    .orderBy(sql`${readPositions.pinnedAt} desc nulls last`, desc(conversations.lastAt), desc(conversations.id))
    .limit(most)
    .offset(from)
}
export type OwnConversation = Awaited<ReturnType<typeof ownConversations>>[number]

/** One of the caller's conversations, and its own and the other side; notFound for any other. */
export async function ownConversation(db: Db, caller: Caller, conversationId: number) {
  const [row] = await db
    .select({ ...conversationColumns })
    .from(conversations)
    .leftJoin(readPositions, ofMember(caller.userId))
    .where(and(eq(conversations.id, conversationId), ofCaller(caller)))
  if (row === undefined) throw new CallFailed('notFound')
  return { row, ...sidesFor(caller, row) }
}

/** Which side of a conversation of the caller is theirs: one of their own, else the poster of a demand of theirs. */
export function sidesFor(caller: Caller, pair: Pair): { readonly mine: string; readonly other: string } {
  const own = new Set<string>(ownParties(caller))
  const isMineA = own.has(pair.partyA) || (!own.has(pair.partyB) && readParty(pair.partyA)?.is === 'poster')
  const mine = isMineA ? pair.partyA : pair.partyB
  return { mine, other: otherParty(pair, mine) }
}
