import { and, eq } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { letters } from '../../../db/tables/letters.ts'
import { longestSubject } from '../../../domain/chat/letters.ts'
import type { Handler } from '../../handler.ts'
import { answersTo, ownLetter } from './own-letter.ts'
import { readLetters } from './record-read.ts'
import { writeTo } from './write-letter.ts'

const answerMark = '回复：'

/** Writes back to whoever sent a letter. Whoever answers has read it. */
export const recordReply: Handler<typeof messageCentreCalls.recordReply> = async ({ recordId, text }, context) => {
  const { db, caller } = context
  const row = await ownLetter(db, recordId, caller.userId)
  const toUserId = answersTo(row, caller.userId)
  if (toUserId === undefined) throw new CallFailed('noReplies')
  const [reader] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, toUserId), eq(users.locked, false)))
  if (reader === undefined) throw new CallFailed('noReplies')
  const threadId = row.letter.threadId ?? row.letter.id
  const [first] = await db.select({ subject: letters.subject }).from(letters).where(eq(letters.id, threadId))
  const subject = [...answerMark, ...(first?.subject ?? '')].slice(0, longestSubject).join('')
  await readLetters(db, caller.userId, [recordId])
  return { recordId: await writeTo(db, context, [toUserId], { audience: 'person', toUserId, threadId, subject, text }) }
}
