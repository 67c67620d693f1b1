import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import { notices } from '../../../db/tables/operations.ts'
import { eventsOf, groupOf } from '../../../domain/accounts/notifications.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { withinDays } from '../../search/within-days.ts'
import { maxCounted, getUnread } from './unread.ts'

/** Notices of the caller, newest first. Keyset paging with `before` skips the count. */
export const recordPage: Handler<typeof messageCentreCalls.recordPage> = async (input, { db, caller }) => {
  const { current, pageSize, before, group, unread, keyword } = input
  const part = likePattern(keyword)
  const wanted = and(
    eq(notices.userId, caller.userId),
    group === undefined ? undefined : inArray(notices.event, [...eventsOf(group)]),
    unread === undefined ? undefined : unread ? isNull(notices.readAt) : isNotNull(notices.readAt),
    keyword === '' ? undefined : or(ilike(notices.title, part), ilike(notices.text, part)),
    withinDays(notices.createdAt, input.from, input.until),
  )
  const counted = db.select({ id: notices.id }).from(notices).where(wanted).limit(maxCounted).as('counted')
  const total = before === undefined ? await db.$count(counted) : 0
  const rows = await db
    .select()
    .from(notices)
    .where(and(wanted, before === undefined ? undefined : lt(notices.id, before)))
    .orderBy(desc(notices.id))
    .limit(pageSize + 1)
    // Pages beyond the counted maximum need `before`.
    .offset(before === undefined ? Math.min((current - 1) * pageSize, maxCounted) : 0)
  const data = rows.slice(0, pageSize).map(({ id, event, title, text, path, readAt, createdAt }) => ({
    recordId: id,
    event,
    group: groupOf(event),
    title,
    text,
    path,
    read: readAt !== null,
    at: createdAt.toISOString(),
  }))
  return { total, data, more: rows.length > pageSize, unread: await getUnread(db, caller.userId) }
}
