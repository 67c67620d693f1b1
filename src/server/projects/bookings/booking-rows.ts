import { eq } from 'drizzle-orm'
import type { Booking } from '../../../contract/projects/bookings.ts'
import type { Db } from '../../../db/open.ts'
import { bookings, parks } from '../../../db/tables/drug.ts'
import { regionName } from '../../../domain/catalogue/region.ts'
import { visitParts, type VisitPart } from '../../../domain/projects/booking-states.ts'

/** Query of visits with their parks; the caller adds condition and order. */
export const bookingRows = (db: Db) =>
  db
    .select({ booking: bookings, parkName: parks.name, districtCode: parks.districtCode })
    .from(bookings)
    .innerJoin(parks, eq(parks.id, bookings.parkId))

interface BookingWithPark {
  readonly booking: typeof bookings.$inferSelect
  readonly parkName: string
  readonly districtCode: string
}

export const presentBooking = (
  { booking, parkName, districtCode }: BookingWithPark,
  names: ReadonlyMap<string, string>,
): Booking => ({
  bookingId: booking.id,
  parkId: booking.parkId,
  visitOn: booking.visitOn,
  visitPart: booking.visitPart,
  people: booking.people,
  contact: booking.contact,
  mobile: booking.mobile,
  purpose: booking.purpose,
  status: booking.status,
  note: booking.note,
  parkName,
  districtName: regionName(districtCode, (code) => names.get(code)),
  createdAt: booking.createdAt.toISOString(),
})

/** 2026-11-25 上午. */
export const formatVisitTime = ({
  visitOn,
  visitPart,
}: {
  readonly visitOn: string
  readonly visitPart: VisitPart
}): string => `${visitOn} ${visitParts[visitPart]}`
