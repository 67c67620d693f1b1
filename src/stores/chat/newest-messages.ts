import { quietApi } from '../../client/browser.ts'
import type { NoticeRow } from '../../contract/chat/message-rows.ts'
import type { Failure } from '../../contract/envelope.ts'
import { loadable } from '../loaded.ts'
import { setUnread } from './unread-messages.ts'

const newest = 5
const part = loadable<readonly NoticeRow[]>()
/** The newest notices, for the header. */
export const newestMessages = part.state

/** Reads them anew; what was shown stays when that fails. */
export const loadNewest = (): Promise<void> =>
  part.load(async () => {
    const answer = await quietApi.chat.recordPage({ pageSize: newest })
    if (!answer.ok) return answer
    setUnread(answer.content.unread)
    return { ok: true, content: answer.content.data }
  })

/** Whoever goes where a notice leads has read it. Nothing waits for the answer. */
export async function readNewest(recordId: number): Promise<Failure | null> {
  const answer = await quietApi.chat.recordRead({ kind: 'business', recordIds: [recordId] })
  if (answer.ok) setUnread(answer.content)
  return answer.ok ? null : answer.failure
}
