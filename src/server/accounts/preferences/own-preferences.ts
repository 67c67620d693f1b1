import { eq, inArray } from 'drizzle-orm'
import type { Preferences } from '../../../contract/accounts/preferences.ts'
import type { Db } from '../../../db/open.ts'
import { userPreferences } from '../../../db/tables/accounts.ts'
import { channelsOf, notificationEvents, type NotificationChoices } from '../../../domain/accounts/notifications.ts'
import { defaultAddressId } from '../../orders/public.ts'

/** What people chose to be told on which channels, by person; one query, however many. Who chose nothing is missing. */
export async function choicesOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, NotificationChoices>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: userPreferences.userId, notifications: userPreferences.notifications })
    .from(userPreferences)
    .where(inArray(userPreferences.userId, [...userIds]))
  return new Map(rows.map(({ userId, notifications }) => [userId, notifications]))
}

/** A person's preferences, whole: what they never chose has its default. */
export async function ownPreferences(db: Db, userId: number): Promise<Preferences> {
  const [row] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId))
  const chosen = row?.notifications ?? {}
  return {
    notifications: Object.fromEntries(notificationEvents.map(({ event }) => [event, [...channelsOf(event, chosen)]])),
    invoiceKind: row?.invoiceKind ?? 'normal',
    addressId: await defaultAddressId(db, userId),
  }
}
