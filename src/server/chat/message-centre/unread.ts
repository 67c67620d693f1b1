import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { messageCentreCalls, UnreadMessages } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import { groupOf, type NoticeGroup } from '../../../domain/accounts/notifications.ts'
import type { Handler } from '../../handler.ts'

/** Maximum of counted rows. */
const maxUnread = 1_000

/** Unread counts of a user, from partial indexes of unread rows. */
export async function getUnread(db: Db, userId: number): Promise<UnreadMessages> {
  const some = db
    .select({ event: notices.event })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)))
    .orderBy(desc(notices.id))
    .limit(maxUnread)
    .as('some')
  const rows = await db.select({ event: some.event, count: count() }).from(some).groupBy(some.event)
  const { readAt, deletedAt } = letterRecipients
  const letters = db
    .select({ letterId: letterRecipients.letterId })
    .from(letterRecipients)
    .where(and(eq(letterRecipients.userId, userId), isNull(readAt), isNull(deletedAt)))
    .limit(maxUnread)
    .as('letters')
  const personal = await db.$count(letters)
  const groups: Record<NoticeGroup, number> = {
    tender: 0,
    trade: 0,
    talk: 0,
    interest: 0,
    shop: 0,
    account: 0,
    platform: 0,
  }
  for (const row of rows) groups[groupOf(row.event)] += row.count
  const business = Object.values(groups).reduce((sum, each) => sum + each, 0)
  return { total: business + personal, business, personal, groups }
}

export const recordsUnread: Handler<typeof messageCentreCalls.recordsUnread> = (_input, { db, caller }) =>
  getUnread(db, caller.userId)

/** Maximum of counted totals; longer lists are narrowed by filters. */
export const maxCounted = 10_000
