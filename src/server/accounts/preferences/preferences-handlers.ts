import type { preferencesCalls } from '../../../contract/accounts/preferences.ts'
import type { Handlers, Handler } from '../../handler.ts'
import { getPreferences } from './own-preferences.ts'
import { sql } from 'drizzle-orm'
import { userPreferences } from '../../../db/tables/accounts.ts'
import { channelsOf, notificationEvents } from '../../../domain/accounts/notifications.ts'
import { saveDefaultAddress } from '../addresses/own-addresses.ts'

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
