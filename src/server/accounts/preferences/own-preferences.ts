import { eq, inArray, sql } from 'drizzle-orm'
import type { Preferences, preferencesCalls } from '../../../contract/accounts/preferences.ts'
import type { Db } from '../../../db/open.ts'
import { userPreferences } from '../../../db/tables/accounts.ts'
import { channelsOf, type NotificationChoices, notificationEvents } from '../../../domain/accounts/notifications.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { defaultAddressId, saveDefaultAddress } from '../addresses/own-addresses.ts'

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

/** The database merges the events, so that concurrent changes are both kept. Fixed channels are added again. */
const preferencesSave: Handler<typeof preferencesCalls.preferencesSave> = (input, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    const { notifications: requested = {}, invoiceKind, addressId } = input
    const chosen = notificationEvents.filter(({ event }) => requested[event] !== undefined)
    const notifications = Object.fromEntries(chosen.map(({ event }) => [event, [...channelsOf(event, requested)]]))
    const { notifications: saved } = userPreferences
    await tx
      .insert(userPreferences)
      .values({ userId, notifications, ...(invoiceKind === undefined ? {} : { invoiceKind }) })
      .onConflictDoUpdate({
        target: userPreferences.userId,
        set: {
          notifications: sql`${saved} || excluded.notifications`,
          updatedAt: sql`now()`,
          ...(invoiceKind === undefined ? {} : { invoiceKind }),
        },
      })
    if (addressId !== undefined) await saveDefaultAddress(tx, userId, addressId)
    return getPreferences(tx, userId)
  })

const preferences: Handler<typeof preferencesCalls.preferences> = (_input, { db, caller }) =>
  getPreferences(db, caller.userId)

export const preferencesHandlers: Handlers<Omit<typeof preferencesCalls, 'shopReplies' | 'shopRepliesSave'>> = {
  preferences,
  preferencesSave,
}
