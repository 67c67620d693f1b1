import { and, eq, inArray, lt, max, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { demands } from '../../db/tables/demands.ts'
import { readParty } from '../../domain/chat/party.ts'
import { agentsOf } from './members.ts'

type Reading = { readonly conversationId: number; readonly userId: number; readonly seq: number }

/** Moves a read position forward, never back and never beyond the last message. True when it moved. */
export async function growReadPosition(db: Pick<Db, 'insert'>, reading: Reading): Promise<boolean> {
  const moved = await db
    .insert(readPositions)
    .values(reading)
    .onConflictDoUpdate({
      target: [readPositions.conversationId, readPositions.userId],
      set: { seq: reading.seq },
      setWhere: lt(readPositions.seq, reading.seq),
    })
    .returning({ seq: readPositions.seq })
  return moved.length > 0
}

/** How far a side has read: the furthest of its members. */
export async function readSeqOfParty(db: Db, conversationId: number, party: string): Promise<number> {
  const kind = readParty(party)
  if (kind === undefined) return 0
  const members =
    kind.is === 'person'
      ? await speakingFor(db, party, kind.userId)
      : kind.is === 'poster'
        ? db.select({ id: demands.userId }).from(demands).where(eq(demands.id, kind.demandId))
        : db.select({ id: users.id }).from(users).where(eq(users.companyId, kind.companyId))
  const [row] = await db
    .select({ seq: max(readPositions.seq) })
    .from(readPositions)
    .where(and(eq(readPositions.conversationId, conversationId), inArray(readPositions.userId, members)))
  return row?.seq ?? 0
}

/** The person, or the platform's agents on its service's side. */
async function speakingFor(db: Db, party: string, userId: number): Promise<number[]> {
  const desk = await agentsOf(db)
  return party === desk.party ? desk.agents.map(({ id }) => id) : [userId]
}

/** How far one member has read. */
export async function readSeqOfUser(db: Db, conversationId: number, userId: number): Promise<number> {
  const [row] = await db
    .select({ seq: readPositions.seq })
    .from(readPositions)
    .where(and(eq(readPositions.conversationId, conversationId), eq(readPositions.userId, userId)))
  return row?.seq ?? 0
}

/** Unread messages of a conversation joined with the caller's read position. */
export const unreadCount =
  sql<number>`greatest(${conversations.lastSeq} - coalesce(${readPositions.seq}, 0), 0)`.mapWith(Number)
/** The same where it counts: conversations that are to stay silent are in no total. */
export const countedUnread = sql<number>`case when ${readPositions.muted} then 0 else ${unreadCount} end`.mapWith(
  Number,
)
