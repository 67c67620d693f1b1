import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { isKnownCompany, findKnownPerson } from '../contact-rules.ts'
import { sendLetterTo, createLetter } from './write-letter.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { letterGroupLabels, maxSubjectLength } from '../../../domain/chat/letters.ts'
import { getLetterGroups } from './audience.ts'
import { and, eq } from 'drizzle-orm'
import { users } from '../../../db/tables/accounts.ts'
import { letters } from '../../../db/tables/letters.ts'
import { getReplyRecipient, getOwnLetter } from './own-letter.ts'
import { markLettersRead } from './record-changes.ts'

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
