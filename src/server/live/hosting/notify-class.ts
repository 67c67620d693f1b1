import type { Db } from '../../../db/open.ts'
import { type liveClasses, liveBookings } from '../../../db/tables/live.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { and, eq } from 'drizzle-orm'

interface HostNotice {
  readonly title: string
  readonly text: string
}

/** Notifies the shop that hosts a class; does nothing for the platform's own classes. */
export async function notifyHost(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { companyId }: Pick<typeof liveClasses.$inferSelect, 'companyId'>,
  notice: HostNotice,
): Promise<void> {
  if (companyId === null) return
  const people = (await recipientsWithPermission(tx, [companyId], 'meeting')).get(companyId) ?? []
  await notify(tx, context, 'class.reviewed', people, { ...notice, path: links.sellerLive() })
}

interface BookedNotice {
  readonly title: string
  readonly text: string
  /** Whether to remind again, because the start changed. */
  readonly remindAgain?: boolean
}

/** Notifies people who booked a class, in the same transaction. */
export async function notifyBooked(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  classId: number,
  { title, text, remindAgain }: BookedNotice,
): Promise<void> {
  const booked = and(eq(liveBookings.classId, classId), eq(liveBookings.kind, 'booking'))
  if (remindAgain === true) await tx.update(liveBookings).set({ remindedAt: null }).where(booked)
  const people = await tx.select({ userId: liveBookings.userId }).from(liveBookings).where(booked)
  await notify(
    tx,
    context,
    'class.moved',
    people.map(({ userId }) => userId),
    { title, text, path: links.liveClass(classId) },
  )
}
