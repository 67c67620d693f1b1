import { sql } from 'drizzle-orm'
import type { preferencesCalls } from '../../../contract/accounts/preferences.ts'
import { userPreferences } from '../../../db/tables/accounts.ts'
import { channelsOf, notificationEvents } from '../../../domain/accounts/notifications.ts'
import type { Handler } from '../../handler.ts'
import { chooseAddress } from '../../orders/public.ts'
import { ownPreferences } from './own-preferences.ts'

/** Events are merged by the database, so that two choices made at once both hold. Fixed channels are put back. */
export const preferencesSave: Handler<typeof preferencesCalls.preferencesSave> = (input, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    const { notifications: given = {}, invoiceKind, addressId } = input
    const chosen = notificationEvents.filter(({ event }) => given[event] !== undefined)
    const notifications = Object.fromEntries(chosen.map(({ event }) => [event, [...channelsOf(event, given)]]))
    const { notifications: kept } = userPreferences
    await tx
      .insert(userPreferences)
      .values({ userId, notifications, ...(invoiceKind === undefined ? {} : { invoiceKind }) })
      .onConflictDoUpdate({
        target: userPreferences.userId,
        set: {
          notifications: sql`${kept} || excluded.notifications`,
          updatedAt: sql`now()`,
          ...(invoiceKind === undefined ? {} : { invoiceKind }),
        },
      })
    if (addressId !== undefined) await chooseAddress(tx, userId, addressId)
    return ownPreferences(tx, userId)
  })
