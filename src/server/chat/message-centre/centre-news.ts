import type { UnreadMessages } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import type { CentreChange } from '../../../domain/chat/centre-news.ts'
import type { Context } from '../../handler.ts'
import { unreadOf } from './unread.ts'

/** Answers what is unread after a change, and has the person's other tabs and devices hear of it. */
export async function changed(
  db: Db,
  { caller, push, after }: Pick<Context<'user'>, 'caller' | 'push' | 'after'>,
  change: CentreChange,
): Promise<UnreadMessages> {
  const unread = await unreadOf(db, caller.userId)
  after(() => push.send(caller.userId, { kind: 'centre', ...change, unread }))
  return unread
}
