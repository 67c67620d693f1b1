import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { platformGroups } from '../../../domain/chat/letters.ts'
import { lettersWithSides, type LetterWithSides } from './letter-rows.ts'

/** Inside a query of letters: what a person wrote or received, also when it is deleted from their lists. */
export const seenBy = (userId: number) =>
  or(
    eq(letters.senderUserId, userId),
    sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.letterId} = ${letters.id}
      and ${letterRecipients.userId} = ${userId})`,
  )

/** A letter in one of the person's lists; throws notFound for anybody else's and for what they deleted. */
export async function ownLetter(db: Db, recordId: number, userId: number): Promise<LetterWithSides> {
  const received = sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.letterId} = ${letters.id}
    and ${letterRecipients.userId} = ${userId} and ${letterRecipients.deletedAt} is null)`
  const sent = and(eq(letters.senderUserId, userId), isNull(letters.senderDeletedAt))
  const [row] = await lettersWithSides(db).where(and(eq(letters.id, recordId), or(sent, received)))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** Who gets what the person writes back to a letter; undefined where nobody does. */
export function answersTo({ letter, locked }: LetterWithSides, userId: number): number | undefined {
  if (letter.senderUserId === userId) return letter.audience === 'person' ? (letter.toUserId ?? undefined) : undefined
  return locked || platformGroups.includes(letter.audience) ? undefined : letter.senderUserId
}
