import { and, eq, inArray, lt, max, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { demands } from '../../db/tables/demands.ts'
import { readParty } from '../../domain/chat/party.ts'
import { getAgents } from './members.ts'

type Reading = { readonly conversationId: number; readonly userId: number; readonly seq: number }

/** Advances a read position, never backwards. True if it changed. */
export async function advanceReadPosition(db: Pick<Db, 'insert'>, reading: Reading): Promise<boolean> {
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

/** Read position of a party: the maximum of its members. */
export async function getReadSeqOfParty(db: Db, conversationId: number, party: string): Promise<number> {
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

/** The user, or all agents for the party of the platform's service. */
async function speakingFor(db: Db, party: string, userId: number): Promise<number[]> {
  const support = await getAgents(db)
  return party === support.party ? support.agents.map(({ id }) => id) : [userId]
}

/** Read position of one member. */
export async function getReadSeqOfUser(db: Db, conversationId: number, userId: number): Promise<number> {
  const [row] = await db
    .select({ seq: readPositions.seq })
    .from(readPositions)
    .where(and(eq(readPositions.conversationId, conversationId), eq(readPositions.userId, userId)))
  return row?.seq ?? 0
}

/** Unread messages of a conversation joined with the caller's read position. */
export const unreadCount =
  sql<number>`greatest(${conversations.lastSeq} - coalesce(${readPositions.seq}, 0), 0)`.mapWith(Number)
/** Unread messages for totals, which exclude muted conversations. */
export const countedUnread = sql<number>`case when ${readPositions.muted} then 0 else ${unreadCount} end`.mapWith(
  Number,
)
