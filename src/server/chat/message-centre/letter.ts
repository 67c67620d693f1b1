import { and, count, desc, eq, inArray, or } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Letter } from '../../../contract/chat/message-rows.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import type { Caller, Handler } from '../../handler.ts'
import { syncUnread } from './centre-sync.ts'
import { selectLetters, formatReceiver, presentSender, type LetterWithParticipants } from './letter-rows.ts'
import { getReplyRecipient, getOwnLetter, visibleToCondition } from './own-letter.ts'
import { markLettersRead } from './record-changes.ts'

const maxLetters = 100

/** A letter with its thread; marks the received letters as read. */
export const letter: Handler<typeof messageCentreCalls.letter> = async ({ recordId }, context) => {
  const { db, caller } = context
  const { userId } = caller
  const row = await getOwnLetter(db, recordId, userId)
  const thread = await getThread(db, row, userId)
  const received = thread.map((one) => one.letter).filter(({ senderUserId }) => senderUserId !== userId)
  const recordIds = received.map(({ id }) => id)
  await markLettersRead(db, userId, recordIds)
  return {
    letters: thread.map((one) => presentLetter(one, caller)),
    replies: getReplyRecipient(row, userId) !== undefined,
    reach: await getReach(db, row, userId),
    unread: await syncUnread(db, context, { did: 'read', of: 'personal', recordIds }),
  }
}

/** Thread, oldest first. Of a letter to many, readers see only their own exchange with the sender. */
async function getThread(
  db: Db,
  { letter: one }: LetterWithParticipants,
  userId: number,
): Promise<LetterWithParticipants[]> {
  const first = one.threadId ?? one.id
  const peer = one.senderUserId === userId ? one.toUserId : one.senderUserId
  const rows = await selectLetters(db)
    .where(
      and(
        or(eq(letters.id, first), eq(letters.threadId, first)),
        visibleToCondition(userId),
        peer === null ? undefined : inArray(letters.senderUserId, [userId, peer]),
        // Excludes own letters of the thread to other people.
        peer === null ? undefined : or(inArray(letters.toUserId, [userId, peer]), eq(letters.id, first)),
      ),
    )
    .orderBy(desc(letters.id))
    .limit(maxLetters)
  return rows.toReversed()
}

function presentLetter(row: LetterWithParticipants, caller: Caller): Letter {
  const { id, audience, subject, text, senderUserId, createdAt } = row.letter
  const mine = senderUserId === caller.userId
  return {
    box: mine ? 'sent' : 'in',
    recordId: id,
    audience,
    from: presentSender(caller, row),
    to: formatReceiver(caller, row),
    subject,
    text,
    mine,
    at: createdAt.toISOString(),
  }
}

/** Recipients and readers of an own letter to several people; else null. */
async function getReach(db: Db, { letter: one }: LetterWithParticipants, userId: number) {
  if (one.senderUserId !== userId || one.audience === 'person') return null
  const [row] = await db
    .select({ read: count(letterRecipients.readAt) })
    .from(letterRecipients)
    .where(eq(letterRecipients.letterId, one.id))
  return { recipients: one.recipientCount, read: row?.read ?? 0, delivered: one.deliveredAt !== null }
}
