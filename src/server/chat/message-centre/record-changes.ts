import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { messageCentreCalls } from '../../../contract/chat/message-centre.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { notices } from '../../../db/tables/operations.ts'
import { eventsOf, type NoticeGroup } from '../../../domain/accounts/notifications.ts'
import type { Handler } from '../../handler.ts'
import { syncUnread } from './centre-sync.ts'

const now = sql`now()`

/** Marks received letters of a user as read; other ids are ignored. */
export async function markLettersRead(db: Db, userId: number, recordIds: readonly number[]): Promise<void> {
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
  if (kind === 'personal') await markLettersRead(db, caller.userId, recordIds)
  else {
    await db
      .update(notices)
      .set({ readAt: now })
      .where(and(eq(notices.userId, caller.userId), inArray(notices.id, recordIds), isNull(notices.readAt)))
  }
  return syncUnread(db, context, { did: 'read', of: kind, recordIds })
}

export const recordsReadAll: Handler<typeof messageCentreCalls.recordsReadAll> = async (input, context) => {
  const { db, caller } = context
  const { kind, group, upTo } = input
  // `upTo` is the id of one kind, so it cannot apply to both.
  const of = kind ?? (group === undefined && upTo === undefined ? 'both' : 'business')
  await db.transaction(async (tx) => {
    if (of !== 'personal') await markNoticesRead(tx, caller.userId, group, upTo)
    if (of !== 'business') await markAllLettersRead(tx, caller.userId, upTo)
  })
  return syncUnread(db, context, { did: 'readAll', of, group: group ?? null, upTo: upTo ?? null })
}

async function markNoticesRead(tx: Db, userId: number, group: NoticeGroup | undefined, upTo: number | undefined) {
  await tx
    .update(notices)
    .set({ readAt: now })
    .where(
      and(
        eq(notices.userId, userId),
        isNull(notices.readAt),
        group === undefined ? undefined : inArray(notices.event, [...eventsOf(group)]),
        upTo === undefined ? undefined : lte(notices.id, upTo),
      ),
    )
}

async function markAllLettersRead(tx: Db, userId: number, upTo: number | undefined) {
  await tx
    .update(letterRecipients)
    .set({ readAt: now })
    .where(
      and(
        eq(letterRecipients.userId, userId),
        isNull(letterRecipients.readAt),
        isNull(letterRecipients.deletedAt),
        upTo === undefined ? undefined : lte(letterRecipients.letterId, upTo),
      ),
    )
}

/** Removes messages from the caller's lists; other recipients keep their letters. */
export const recordDelete: Handler<typeof messageCentreCalls.recordDelete> = async (input, context) => {
  const { db, caller } = context
  const { kind, box, recordIds } = input
  const { userId } = caller
  if (kind === 'business') {
    await db.delete(notices).where(and(eq(notices.userId, userId), inArray(notices.id, recordIds)))
  } else if (box === 'sent') {
    await db
      .update(letters)
      .set({ senderDeletedAt: sql`now()` })
      .where(and(eq(letters.senderUserId, userId), inArray(letters.id, recordIds), isNull(letters.senderDeletedAt)))
  } else {
    await db
      .update(letterRecipients)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(letterRecipients.userId, userId), inArray(letterRecipients.letterId, recordIds)))
  }
  return syncUnread(db, context, { did: 'deleted', of: kind, recordIds })
}
