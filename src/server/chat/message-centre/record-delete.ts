import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import type { Handler } from '../../handler.ts'
import { changed } from './centre-news.ts'

/** Takes messages out of the caller's own lists; letters stay with those who have them as well. */
export const recordDelete: Handler<typeof messageCentreCalls.recordDelete> = async (input, context) => {
  const { db, caller } = context
  const { kind, box, recordIds } = input
  const { userId } = caller
  if (kind === 'business') {
    await db.delete(notices).where(and(eq(notices.userId, userId), inArray(notices.id, recordIds)))
  } else if (box === 'sent') {
    await db
      .update(letters)
      .set({ senderDeletedAt: sql`now()` })
      .where(and(eq(letters.senderUserId, userId), inArray(letters.id, recordIds), isNull(letters.senderDeletedAt)))
  } else {
    await db
      .update(letterRecipients)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(letterRecipients.userId, userId), inArray(letterRecipients.letterId, recordIds)))
  }
  return changed(db, context, { did: 'deleted', of: kind, recordIds })
}
