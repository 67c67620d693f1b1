import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { messages } from '../../db/tables/chat.ts'
import { personName } from '../../domain/accounts/person-name.ts'
import type { MessageRelations, MessageRow } from './present-message.ts'

/** Columns needed to present a message, without its search vector. */
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

/** Authors and quoted messages, in at most two queries. Quotes need a conversation, since `seq` is unique within it. */
export async function getMessageRelations(
  db: Db,
  rows: readonly MessageRow[],
  conversationId?: number,
): Promise<MessageRelations> {
  const [people, quoted] = await Promise.all([getSenders(db, rows), getQuotedMessages(db, rows, conversationId)])
  const agents = new Set(people.flatMap(({ id, isService }) => (isService ? [id] : [])))
  return { authors: new Map(people.map((person) => [person.id, personName(person)])), agents, quoted }
}

const getSenders = async (db: Db, rows: readonly MessageRow[]) =>
  rows.length === 0
    ? []
    : db
        .select({ id: users.id, realName: users.realName, loginName: users.loginName, isService: users.isService })
        .from(users)
        .where(inArray(users.id, [...new Set(rows.map(({ senderUserId }) => senderUserId))]))

async function getQuotedMessages(db: Db, rows: readonly MessageRow[], conversationId: number | undefined) {
  const places = rows.flatMap(({ replySeq }) => (replySeq === null ? [] : [replySeq]))
  if (conversationId === undefined || places.length === 0) return new Map<number, MessageRow>()
  const found = await db
    .select(messageColumns)
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.seq, [...new Set(places)])))
  return new Map(found.map((row) => [row.seq, row]))
}
