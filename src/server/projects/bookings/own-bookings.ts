import { desc, eq } from 'drizzle-orm'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import { bookings } from '../../../db/tables/drug.ts'
import type { Handler } from '../../handler.ts'
import { placeNames } from '../../reference/public.ts'
import { bookingRows, presentBooking } from './booking-rows.ts'

export const ownBookings: Handler<typeof bookingsCalls.ownBookings> = async ({ current, pageSize }, { caller, db }) => {
  const own = eq(bookings.userId, caller.userId)
  const [names, total, rows] = await Promise.all([
    placeNames(db),
    db.$count(bookings, own),
    bookingRows(db)
      .where(own)
      .orderBy(desc(bookings.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return { total, data: rows.map((row) => presentBooking(row, names)) }
}

export const bookingLast: Handler<typeof bookingsCalls.bookingLast> = async (_input, { caller, db }) => {
  const [last] = await bookingRows(db).where(eq(bookings.userId, caller.userId)).orderBy(desc(bookings.id)).limit(1)
  return last === undefined ? null : presentBooking(last, await placeNames(db))
}
