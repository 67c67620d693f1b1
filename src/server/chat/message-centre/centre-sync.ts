import type { UnreadMessages } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import type { CentreChange } from '../../../domain/chat/centre-sync.ts'
import type { Context } from '../../handler.ts'
import { getUnread } from './unread.ts'

/** Returns the unread counts after a change and pushes them to the user's other tabs and devices. */
export async function syncUnread(
  db: Db,
  { caller, push, after }: Pick<Context<'user'>, 'caller' | 'push' | 'after'>,
  change: CentreChange,
): Promise<UnreadMessages> {
  const unread = await getUnread(db, caller.userId)
  after(() => push.send(caller.userId, { kind: 'centre', ...change, unread }))
  return unread
}
