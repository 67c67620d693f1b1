import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { platformGroups } from '../../../domain/chat/letters.ts'
import { selectLetters, type LetterWithParticipants } from './letter-rows.ts'

/** Condition: letters that a user sent or received, including those deleted from their lists. */
export const visibleToCondition = (userId: number) =>
  or(
    eq(letters.senderUserId, userId),
    sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.letterId} = ${letters.id}
      and ${letterRecipients.userId} = ${userId})`,
  )

/** A letter in a list of the user. Throws notFound for letters of others and deleted ones. */
export async function getOwnLetter(db: Db, recordId: number, userId: number): Promise<LetterWithParticipants> {
  const received = sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.letterId} = ${letters.id}
    and ${letterRecipients.userId} = ${userId} and ${letterRecipients.deletedAt} is null)`
  const sent = and(eq(letters.senderUserId, userId), isNull(letters.senderDeletedAt))
  const [row] = await selectLetters(db).where(and(eq(letters.id, recordId), or(sent, received)))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** Recipient of a reply to a letter; undefined if it cannot be answered. */
export function getReplyRecipient({ letter, locked }: LetterWithParticipants, userId: number): number | undefined {
  if (letter.senderUserId === userId) return letter.audience === 'person' ? (letter.toUserId ?? undefined) : undefined
  return locked || platformGroups.includes(letter.audience) ? undefined : letter.senderUserId
}
