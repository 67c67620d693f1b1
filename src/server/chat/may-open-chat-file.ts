import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { Caller } from '../handler.ts'
import { ofCaller } from './own-conversations.ts'

/** Whether somebody may open a file of the chat: who uploaded it, and the members of the conversations it was sent in. */
export async function mayOpenChatFile(
  db: Db,
  file: { readonly id: string; readonly userId: number },
  caller: Caller,
): Promise<boolean> {
  if (file.userId === caller.userId) return true
  const sentIn = db.select({ id: messages.conversationId }).from(messages).where(eq(messages.fileId, file.id))
  const [member] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(inArray(conversations.id, sentIn), ofCaller(caller)))
    .limit(1)
  return member !== undefined
}
