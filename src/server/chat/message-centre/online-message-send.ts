import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import { knownCompany, knownPerson } from '../relations.ts'
import { writeTo } from './write-letter.ts'

/** A letter to one person, or to the people of a company who answer for it. Never to strangers. */
export const onlineMessageSend: Handler<typeof messageCentreCalls.onlineMessageSend> = async (input, context) => {
  const { receiveId, receiveOrgId, subject, text } = input
  const { db, caller } = context
  if (receiveOrgId !== undefined) {
    if (!(await knownCompany(db, caller, receiveOrgId))) throw new CallFailed('stranger')
    const people = (await peopleOf(db, [receiveOrgId], 'message_reply')).get(receiveOrgId) ?? []
    if (people.length === 0) throw new CallFailed('stranger')
    return {
      recordId: await writeTo(db, context, people, { audience: 'company', toCompanyId: receiveOrgId, subject, text }),
    }
  }
  if (receiveId === undefined) throw fieldFailed({ field: 'receiveId', message: '请选择收件人' })
  const userId = await knownPerson(db, caller, receiveId)
  if (userId === undefined) throw new CallFailed('stranger')
  return { recordId: await writeTo(db, context, [userId], { audience: 'person', toUserId: userId, subject, text }) }
}
