import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import type { Caller } from '../handler.ts'
import { unreadCount } from './read-positions.ts'
import { ownParties } from './sides.ts'

/** Condition: one of the sides is the caller's. In every query of conversations. */
export function ofCaller(caller: Caller) {
  const own = ownParties(caller)
  return or(inArray(conversations.partyA, own), inArray(conversations.partyB, own))
}

/** The caller's conversations with what is unread in them, the latest first; `most` at most. */
export async function ownConversations(db: Db, caller: Caller, most: number) {
  return db
    .select({
      id: conversations.id,
      partyA: conversations.partyA,
      partyB: conversations.partyB,
      lastSeq: conversations.lastSeq,
      lastContent: conversations.lastContent,
      lastAt: conversations.lastAt,
      readSeq: readPositions.seq,
      unread: unreadCount,
    })
    .from(conversations)
    .leftJoin(
      readPositions,
      and(eq(readPositions.conversationId, conversations.id), eq(readPositions.userId, caller.userId)),
    )
    .where(ofCaller(caller))
    .orderBy(desc(conversations.lastAt), desc(conversations.id))
    .limit(most)
}
export type OwnConversation = Awaited<ReturnType<typeof ownConversations>>[number]
