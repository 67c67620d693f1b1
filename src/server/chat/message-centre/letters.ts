import { and, count, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Letter } from '../../../contract/chat/message-rows.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { letterGroupLabels, maxSubjectLength, platformGroups } from '../../../domain/chat/letters.ts'
import type { Caller, Handler } from '../../handler.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { findKnownPerson, isKnownCompany } from '../contact-rules.ts'
import { getLetterGroups } from './audience.ts'
import { syncUnread } from './centre-sync.ts'
import { formatReceiver, type LetterWithParticipants, presentSender, selectLetters } from './letter-rows.ts'
import { markLettersRead } from './record-changes.ts'
import { createLetter, sendLetterTo } from './write-letter.ts'

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

/** A letter to one person, or to the people of a company who answer for it. Never to strangers. */
export const onlineMessageSend: Handler<typeof messageCentreCalls.onlineMessageSend> = async (input, context) => {
  const { receiveId, receiveOrgId, subject, text } = input
  const { db, caller } = context
  if (receiveOrgId !== undefined) {
    if (!(await isKnownCompany(db, caller, receiveOrgId))) throw new CallFailed('stranger')
    const people = (await recipientsWithPermission(db, [receiveOrgId], 'message_reply')).get(receiveOrgId) ?? []
    if (people.length === 0) throw new CallFailed('stranger')
    return {
      recordId: await sendLetterTo(db, context, people, {
        audience: 'company',
        toCompanyId: receiveOrgId,
        subject,
        text,
      }),
    }
  }
  if (receiveId === undefined) throw fieldFailed({ field: 'receiveId', message: '请选择收件人' })
  const userId = await findKnownPerson(db, caller, receiveId)
  if (userId === undefined) throw new CallFailed('stranger')
  return {
    recordId: await sendLetterTo(db, context, [userId], { audience: 'person', toUserId: userId, subject, text }),
  }
}

/** Writes one row; a job delivers it. */
export const groupMessageSend: Handler<typeof messageCentreCalls.groupMessageSend> = async (input, context) => {
  const { db, caller, jobs, after, note } = context
  const { group, districtCode = '', subject, text } = input
  if (!getLetterGroups(caller).includes(group)) throw new CallFailed('forbidden')
  if (group === 'area' && districtCode === '') throw fieldFailed({ field: 'districtCode', message: '请选择地区' })
  const recordId = await createLetter(db, context, {
    audience: group,
    subject,
    text,
    districtCode: group === 'area' ? districtCode : '',
  })
  note(`${letterGroupLabels[group]}：${subject}`)
  after(() => jobs.wake('chat-deliver-letters'))
  return { recordId }
}

const replyPrefix = '回复：'

/** Replies to the sender of a letter and marks it as read. */
export const recordReply: Handler<typeof messageCentreCalls.recordReply> = async ({ recordId, text }, context) => {
  const { db, caller } = context
  const row = await getOwnLetter(db, recordId, caller.userId)
  const toUserId = getReplyRecipient(row, caller.userId)
  if (toUserId === undefined) throw new CallFailed('noReplies')
  const [reader] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, toUserId), eq(users.locked, false)))
  if (reader === undefined) throw new CallFailed('noReplies')
  const threadId = row.letter.threadId ?? row.letter.id
  const [first] = await db.select({ subject: letters.subject }).from(letters).where(eq(letters.id, threadId))
  const subject = [...replyPrefix, ...(first?.subject ?? '')].slice(0, maxSubjectLength).join('')
  await markLettersRead(db, caller.userId, [recordId])
  return {
    recordId: await sendLetterTo(db, context, [toUserId], { audience: 'person', toUserId, threadId, subject, text }),
  }
}

/** Condition: letters that a user sent or received, including those deleted from their lists. */
const visibleToCondition = (userId: number) =>
  or(
    eq(letters.senderUserId, userId),
    sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.letterId} = ${letters.id}
      and ${letterRecipients.userId} = ${userId})`,
  )

/** A letter in a list of the user. Throws notFound for letters of others and deleted ones. */
async function getOwnLetter(db: Db, recordId: number, userId: number): Promise<LetterWithParticipants> {
  const received = sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.letterId} = ${letters.id}
    and ${letterRecipients.userId} = ${userId} and ${letterRecipients.deletedAt} is null)`
  const sent = and(eq(letters.senderUserId, userId), isNull(letters.senderDeletedAt))
  const [row] = await selectLetters(db).where(and(eq(letters.id, recordId), or(sent, received)))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** Recipient of a reply to a letter; undefined if it cannot be answered. */
function getReplyRecipient({ letter, locked }: LetterWithParticipants, userId: number): number | undefined {
  if (letter.senderUserId === userId) return letter.audience === 'person' ? (letter.toUserId ?? undefined) : undefined
  return locked || platformGroups.includes(letter.audience) ? undefined : letter.senderUserId
}
