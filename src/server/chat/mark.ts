import type { recordsCalls } from '../../contract/chat/records.ts'
import { readPositions } from '../../db/tables/chat.ts'
import type { PushedMark } from '../../domain/chat/pushed.ts'
import type { Handler } from '../handler.ts'
import { ownConversation } from './own-conversations.ts'

/** Pins or silences a conversation for the caller alone; the caller's other tabs hear of it. */
export const mark: Handler<typeof recordsCalls.mark> = async (input, { db, caller, push, after }) => {
  const { conversationId, pinned, muted } = input
  const { row } = await ownConversation(db, caller, conversationId)
  const now = { pinned: pinned ?? row.pinnedAt !== null, muted: muted ?? row.muted === true }
  const changed = {
    ...(pinned === undefined ? {} : { pinnedAt: pinned ? (row.pinnedAt ?? new Date()) : null }),
    ...(muted === undefined ? {} : { muted }),
  }
  if (Object.keys(changed).length > 0) {
    await db
      .insert(readPositions)
      .values({ conversationId, userId: caller.userId, ...changed })
      .onConflictDoUpdate({ target: [readPositions.conversationId, readPositions.userId], set: changed })
  }
  const told: PushedMark = { type: 'chatMark', conversationId, ...now }
  after(() => push.send(caller.userId, told))
  return now
}
