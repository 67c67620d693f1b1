import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import { eventsOf, type NoticeGroup } from '../../../domain/accounts/notifications.ts'
import type { Handler } from '../../handler.ts'
import { changed } from './centre-news.ts'

const now = sql`now()`

/** Marks letters of a person as read; what is nobody's or another's stays as it is. */
export async function readLetters(db: Db, userId: number, recordIds: readonly number[]): Promise<void> {
  await db
    .update(letterRecipients)
    .set({ readAt: now })
    .where(
      and(
        eq(letterRecipients.userId, userId),
        inArray(letterRecipients.letterId, [...recordIds]),
        isNull(letterRecipients.readAt),
      ),
    )
}

export const recordRead: Handler<typeof messageCentreCalls.recordRead> = async (input, context) => {
  const { db, caller } = context
  const { kind, recordIds } = input
  if (kind === 'personal') await readLetters(db, caller.userId, recordIds)
  else {
    await db
      .update(notices)
      .set({ readAt: now })
      .where(and(eq(notices.userId, caller.userId), inArray(notices.id, recordIds), isNull(notices.readAt)))
  }
  return changed(db, context, { did: 'read', of: kind, recordIds })
}

export const recordsReadAll: Handler<typeof messageCentreCalls.recordsReadAll> = async (input, context) => {
  const { db, caller } = context
  const { kind, group, upTo } = input
  // A row is of one kind: with `upTo` alone it could not be told which.
  const of = kind ?? (group === undefined && upTo === undefined ? 'both' : 'business')
  await db.transaction(async (tx) => {
    if (of !== 'personal') await readNotices(tx, caller.userId, group, upTo)
    if (of !== 'business') await readAllLetters(tx, caller.userId, upTo)
  })
  return changed(db, context, { did: 'readAll', of, group: group ?? null, upTo: upTo ?? null })
}

async function readNotices(tx: Db, userId: number, group: NoticeGroup | undefined, upTo: number | undefined) {
  await tx
    .update(notices)
    .set({ readAt: now })
    .where(
      and(
        ...[eq(notices.userId, userId), isNull(notices.readAt)],
        group === undefined ? undefined : inArray(notices.event, [...eventsOf(group)]),
        upTo === undefined ? undefined : lte(notices.id, upTo),
      ),
    )
}

async function readAllLetters(tx: Db, userId: number, upTo: number | undefined) {
  await tx
    .update(letterRecipients)
    .set({ readAt: now })
    .where(
      and(
        ...[eq(letterRecipients.userId, userId), isNull(letterRecipients.readAt), isNull(letterRecipients.deletedAt)],
        upTo === undefined ? undefined : lte(letterRecipients.letterId, upTo),
      ),
    )
}
