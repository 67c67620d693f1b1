import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { letterGroupLabels } from '../../../domain/chat/letters.ts'
import type { Handler } from '../../handler.ts'
import { groupsOf } from './audience.ts'
import { writeLetter } from './write-letter.ts'

/** One row, however many it goes to; the job hands it out. */
export const groupMessageSend: Handler<typeof messageCentreCalls.groupMessageSend> = async (input, context) => {
  const { db, caller, jobs, after, note } = context
  const { group, districtCode = '', subject, text } = input
  if (!groupsOf(caller).includes(group)) throw new CallFailed('forbidden')
  if (group === 'area' && districtCode === '') throw fieldFailed({ field: 'districtCode', message: '请选择地区' })
  const recordId = await writeLetter(db, context, {
    ...{ audience: group, subject, text, districtCode: group === 'area' ? districtCode : '' },
  })
  note(`${letterGroupLabels[group]}：${subject}`)
  after(() => jobs.wake('chat-deliver-letters'))
  return { recordId }
}
