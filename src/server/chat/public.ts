import { and, eq, exists, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import { personParty } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import { ownParties } from './sides.ts'

/** Whether somebody stands on the other side of one of the caller's conversations, as a person or having written as a shop. */
export async function haveTalked(db: Db, caller: Caller, userId: number): Promise<boolean> {
  const own = ownParties(caller)
  const { id, partyA, partyB } = conversations
  const person = personParty(userId)
  const wrote = db
    .select({ one: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, id), eq(messages.senderUserId, userId)))
  const [talk] = await db
    .select({ id })
    .from(conversations)
    .where(
      and(or(inArray(partyA, own), inArray(partyB, own)), or(eq(partyA, person), eq(partyB, person), exists(wrote))),
    )
    .limit(1)
  return talk !== undefined
}
