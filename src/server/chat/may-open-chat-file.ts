import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { Caller } from '../handler.ts'
import { ownParties } from './sides.ts'

/** Whether somebody may open a file of the chat: who uploaded it, and the members of the conversations it was sent in. */
export async function mayOpenChatFile(
  db: Db,
  file: { readonly id: string; readonly userId: number },
  caller: Caller,
): Promise<boolean> {
  if (file.userId === caller.userId) return true
  const sentIn = db.select({ id: messages.conversationId }).from(messages).where(eq(messages.fileId, file.id))
  const pairs = await db
    .select({ partyA: conversations.partyA, partyB: conversations.partyB })
    .from(conversations)
    .where(inArray(conversations.id, sentIn))
  const own = new Set<string>(ownParties(caller))
  return pairs.some(({ partyA, partyB }) => own.has(partyA) || own.has(partyB))
}
