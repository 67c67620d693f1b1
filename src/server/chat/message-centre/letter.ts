import { and, count, desc, eq, inArray, or } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Letter } from '../../../contract/chat/message-rows.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import type { Caller, Handler } from '../../handler.ts'
import { changed } from './centre-news.ts'
import { lettersWithSides, receiverFor, senderFor, type LetterWithSides } from './letter-rows.ts'
import { answersTo, ownLetter, seenBy } from './own-letter.ts'
import { readLetters } from './record-read.ts'

const most = 100

/** A letter with what the two wrote to each other in it; what the reader received of it is read with that. */
export const letter: Handler<typeof messageCentreCalls.letter> = async ({ recordId }, context) => {
  const { db, caller } = context
  const { userId } = caller
  const row = await ownLetter(db, recordId, userId)
  const thread = await threadOf(db, row, userId)
  const received = thread.map((one) => one.letter).filter(({ senderUserId }) => senderUserId !== userId)
  const recordIds = received.map(({ id }) => id)
  await readLetters(db, userId, recordIds)
  return {
    letters: thread.map((one) => shown(one, caller)),
    replies: answersTo(row, userId) !== undefined,
    reach: await reachOf(db, row, userId),
    unread: await changed(db, context, { did: 'read', of: 'personal', recordIds }),
  }
}

/** Oldest first. Of a letter to many each reader sees what they themselves and its sender wrote. */
async function threadOf(db: Db, { letter: one }: LetterWithSides, userId: number): Promise<LetterWithSides[]> {
  const first = one.threadId ?? one.id
  const peer = one.senderUserId === userId ? one.toUserId : one.senderUserId
  const rows = await lettersWithSides(db)
    .where(
      and(
        ...[or(eq(letters.id, first), eq(letters.threadId, first)), seenBy(userId)],
        peer === null ? undefined : inArray(letters.senderUserId, [userId, peer]),
        // One's own letters of the thread to somebody else are another conversation.
        peer === null ? undefined : or(inArray(letters.toUserId, [userId, peer]), eq(letters.id, first)),
      ),
    )
    .orderBy(desc(letters.id))
    .limit(most)
  return rows.toReversed()
}

function shown(row: LetterWithSides, caller: Caller): Letter {
  const { id, audience, subject, text, senderUserId, createdAt } = row.letter
  const mine = senderUserId === caller.userId
  return {
    box: mine ? 'sent' : 'in',
    ...{ recordId: id, audience, from: senderFor(caller, row) },
    ...{ to: receiverFor(caller, row), subject, text, mine, at: createdAt.toISOString() },
  }
}

/** Of one's own letter to several: how many have it, and have read it. */
async function reachOf(db: Db, { letter: one }: LetterWithSides, userId: number) {
  if (one.senderUserId !== userId || one.audience === 'person') return null
  const [row] = await db
    .select({ read: count(letterRecipients.readAt) })
    .from(letterRecipients)
    .where(eq(letterRecipients.letterId, one.id))
  return { recipients: one.recipientCount, read: row?.read ?? 0, delivered: one.deliveredAt !== null }
}
