import { quietApi } from '../../../client/browser.ts'
import type { NoticeRow } from '../../../contract/chat/message-rows.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { loadable } from '../../loadable.ts'
import { setUnreadMessages } from './unread-messages.ts'

const newest = 5
const part = loadable<readonly NoticeRow[]>()
/** The newest notices, for the header. */
export const newestMessages = part.state

/** Reloads them; shown ones stay on failure. */
export const loadNewestMessages = (): Promise<void> =>
  part.load(async () => {
    const answer = await quietApi.chat.recordPage({ pageSize: newest })
    if (!answer.ok) return answer
    setUnreadMessages(answer.content.unread)
    return { ok: true, content: answer.content.data }
  })

/** Marks a notice as read when its link is followed; runs in the background. */
export async function markNewestRead(recordId: number): Promise<Failure | null> {
  const answer = await quietApi.chat.recordRead({ kind: 'business', recordIds: [recordId] })
  if (answer.ok) setUnreadMessages(answer.content)
  return answer.ok ? null : answer.failure
}
