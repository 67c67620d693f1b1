import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { messageCentreCalls, UnreadMessages } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import { groupOf, type NoticeGroup } from '../../../domain/accounts/notifications.ts'
import type { Handler } from '../../handler.ts'

/** Rows counted at most: nobody reads a badge beyond 99. */
const most = 1_000

/** What a person has not read: two looks into indexes of unread rows only. */
export async function unreadOf(db: Db, userId: number): Promise<UnreadMessages> {
  const some = db
    .select({ event: notices.event })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)))
    .orderBy(desc(notices.id))
    .limit(most)
    .as('some')
  const rows = await db.select({ event: some.event, count: count() }).from(some).groupBy(some.event)
  const { readAt, deletedAt } = letterRecipients
  const letters = db
    .select({ letterId: letterRecipients.letterId })
    .from(letterRecipients)
    .where(and(eq(letterRecipients.userId, userId), isNull(readAt), isNull(deletedAt)))
    .limit(most)
    .as('letters')
  const personal = await db.$count(letters)
  const groups: Record<NoticeGroup, number> = {
    ...{ tender: 0, trade: 0, talk: 0, interest: 0, shop: 0, account: 0, platform: 0 },
  }
  for (const row of rows) groups[groupOf(row.event)] += row.count
  const business = Object.values(groups).reduce((sum, each) => sum + each, 0)
  return { total: business + personal, business, personal, groups }
}

export const recordsUnread: Handler<typeof messageCentreCalls.recordsUnread> = (_input, { db, caller }) =>
  unreadOf(db, caller.userId)
