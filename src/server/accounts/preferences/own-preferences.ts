import { eq, inArray } from 'drizzle-orm'
import type { Preferences } from '../../../contract/accounts/preferences.ts'
import type { Db } from '../../../db/open.ts'
import { userPreferences } from '../../../db/tables/accounts.ts'
import { channelsOf, notificationEvents, type NotificationChoices } from '../../../domain/accounts/notifications.ts'
import { defaultAddressId } from '../addresses/own-addresses.ts'

/** Notification choices by user, in one query. Users without choices are missing. */
export async function getNotificationChoices(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, NotificationChoices>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: userPreferences.userId, notifications: userPreferences.notifications })
    .from(userPreferences)
    .where(inArray(userPreferences.userId, [...userIds]))
  return new Map(rows.map(({ userId, notifications }) => [userId, notifications]))
}

/** All preferences of a user, with defaults. */
export async function getPreferences(db: Db, userId: number): Promise<Preferences> {
  const [row] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId))
  const chosen = row?.notifications ?? {}
  return {
    notifications: Object.fromEntries(notificationEvents.map(({ event }) => [event, [...channelsOf(event, chosen)]])),
    invoiceKind: row?.invoiceKind ?? 'normal',
    addressId: await defaultAddressId(db, userId),
  }
}
