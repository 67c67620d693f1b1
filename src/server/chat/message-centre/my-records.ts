import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { withinDays } from '../../search/within-days.ts'
import { maxCounted, getUnread } from './unread.ts'
import { selectLetters, formatReceiver, presentSender } from './letter-rows.ts'

type Input = z.output<typeof messageCentreCalls.myRecords.input>

const briefLength = 120

/** Letters that the caller received, or sent, the newest first. */
export const myRecords: Handler<typeof messageCentreCalls.myRecords> = async (input, { db, caller }) => {
  const { box, current, pageSize, before } = input
  const { letterId, readAt } = letterRecipients
  const { userId } = caller
  const found = () =>
    db
      .select({ id: letters.id, readAt })
      .from(letters)
      .leftJoin(letterRecipients, and(eq(letterId, letters.id), eq(letterRecipients.userId, userId)))
      .where(and(box === 'in' ? receivedCondition(input, userId) : sentCondition(userId), filterCondition(input)))
      .orderBy(desc(box === 'in' ? letterId : letters.id))
  const total = before === undefined ? await db.$count(found().limit(maxCounted).as('counted')) : 0
  const page = await found()
    .limit(pageSize + 1)
    .offset(before === undefined ? Math.min((current - 1) * pageSize, maxCounted) : 0)
  const shown = page.slice(0, pageSize)
  const ids = shown.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await selectLetters(db).where(inArray(letters.id, ids))
  const readAts = new Map(shown.map((row) => [row.id, row.readAt]))
  const data = rows
    .toSorted((a, b) => b.letter.id - a.letter.id)
    .map((row) => ({
      recordId: row.letter.id,
      box,
      audience: row.letter.audience,
      from: presentSender(caller, row),
      to: formatReceiver(caller, row),
      subject: row.letter.subject,
      brief: [...row.letter.text].slice(0, briefLength).join(''),
      read: box === 'sent' || readAts.get(row.letter.id) != null,
      at: row.letter.createdAt.toISOString(),
    }))
  return { total, data, more: page.length > pageSize, unread: await getUnread(db, userId) }
}

const sentCondition = (userId: number) => and(eq(letters.senderUserId, userId), isNull(letters.senderDeletedAt))

function receivedCondition({ unread }: Input, userId: number) {
  const { readAt, deletedAt } = letterRecipients
  const state = unread === undefined ? undefined : unread ? isNull(readAt) : isNotNull(readAt)
  return and(eq(letterRecipients.userId, userId), isNull(deletedAt), state)
}

/** Conditions of both lists. */
function filterCondition({ box, before, keyword, from, until }: Input) {
  const part = likePattern(keyword)
  return and(
    keyword === '' ? undefined : or(ilike(letters.subject, part), ilike(letters.text, part)),
    withinDays(letters.createdAt, from, until),
    before === undefined ? undefined : lt(box === 'in' ? letterRecipients.letterId : letters.id, before),
  )
}
