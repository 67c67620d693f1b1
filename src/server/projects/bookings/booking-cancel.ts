import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import { bookings } from '../../../db/tables/drug.ts'
import type { Handler } from '../../handler.ts'
import { moveBooking } from './move-booking.ts'

export const bookingCancel: Handler<typeof bookingsCalls.bookingCancel> = async ({ bookingId }, { caller, db }) =>
  db.transaction(async (tx) => {
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.id, bookingId), eq(bookings.userId, caller.userId)))
    if (booking === undefined) throw new CallFailed('notFound')
    return { status: await moveBooking(tx, booking, { event: 'cancel', by: caller }) }
  })
