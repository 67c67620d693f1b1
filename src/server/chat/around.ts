import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { messages } from '../../db/tables/chat.ts'
import { personName } from '../../domain/accounts/person-name.ts'
import type { Around, MessageRow } from './present.ts'

/** Columns of a message that are shown; not what it is found by. */
export const messageColumns = {
  id: messages.id,
  conversationId: messages.conversationId,
  seq: messages.seq,
  clientId: messages.clientId,
  senderUserId: messages.senderUserId,
  senderParty: messages.senderParty,
  content: messages.content,
  replySeq: messages.replySeq,
  createdAt: messages.createdAt,
}

/** Authors and quotes of messages: two reads at most. Quotes only of one conversation's messages, as places are its own. */
export async function aroundOf(db: Db, rows: readonly MessageRow[], conversationId?: number): Promise<Around> {
  const [people, quoted] = await Promise.all([sendersOf(db, rows), quotedBy(db, rows, conversationId)])
  const agents = new Set(people.flatMap(({ id, isService }) => (isService ? [id] : [])))
  return { authors: new Map(people.map((person) => [person.id, personName(person)])), agents, quoted }
}

const sendersOf = async (db: Db, rows: readonly MessageRow[]) =>
  rows.length === 0
    ? []
    : db
        .select({ id: users.id, realName: users.realName, loginName: users.loginName, isService: users.isService })
        .from(users)
        .where(inArray(users.id, [...new Set(rows.map(({ senderUserId }) => senderUserId))]))

async function quotedBy(db: Db, rows: readonly MessageRow[], conversationId: number | undefined) {
  const places = rows.flatMap(({ replySeq }) => (replySeq === null ? [] : [replySeq]))
  if (conversationId === undefined || places.length === 0) return new Map<number, MessageRow>()
  const found = await db
    .select(messageColumns)
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.seq, [...new Set(places)])))
  return new Map(found.map((row) => [row.seq, row]))
}
