import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations } from '../../db/tables/chat.ts'
import { personParty } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import { ownParties } from './sides.ts'

export { mayOpenChatFile } from './may-open-chat-file.ts'
export { deliverLetters } from './message-centre/deliver-letters.ts'
export { tellAbsent } from './tell-absent.ts'

/** Whether a person stands on the other side of one of the caller's conversations. Who speaks for a shop does not. */
export async function haveTalked(db: Db, caller: Caller, userId: number): Promise<boolean> {
  const own = ownParties(caller)
  const { id, partyA, partyB } = conversations
  const person = personParty(userId)
  const [talk] = await db
    .select({ id })
    .from(conversations)
    .where(and(or(inArray(partyA, own), inArray(partyB, own)), or(eq(partyA, person), eq(partyB, person))))
    .limit(1)
  return talk !== undefined
}
