import { eq } from 'drizzle-orm'
import type { Booking } from '../../../contract/projects/bookings.ts'
import type { Db } from '../../../db/open.ts'
import { bookings, parks } from '../../../db/tables/drug.ts'
import { regionName } from '../../../domain/catalogue/region.ts'

/** A visit with what its park is called, to be narrowed and ordered. */
export const bookingRows = (db: Db) =>
  db
    .select({ booking: bookings, parkName: parks.name, districtCode: parks.districtCode })
    .from(bookings)
    .innerJoin(parks, eq(parks.id, bookings.parkId))

interface Read {
  readonly booking: typeof bookings.$inferSelect
  readonly parkName: string
  readonly districtCode: string
}

export const presentBooking = (
  { booking, parkName, districtCode }: Read,
  names: ReadonlyMap<string, string>,
): Booking => ({
  ...{ bookingId: booking.id, parkId: booking.parkId, visitOn: booking.visitOn, visitPart: booking.visitPart },
  ...{ people: booking.people, contact: booking.contact, mobile: booking.mobile, purpose: booking.purpose },
  ...{ status: booking.status, note: booking.note, parkName },
  districtName: regionName(districtCode, (code) => names.get(code)),
  createdAt: booking.createdAt.toISOString(),
})
