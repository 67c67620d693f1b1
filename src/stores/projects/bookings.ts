import { api } from '../../client/browser.ts'
import type { OpsBooking } from '../../contract/projects/bookings.ts'
import { bookingStatuses, type BookingEvent } from '../../domain/projects/booking-states.ts'
import { decision } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** Visits that people asked for, for operators. */
export const bookings = filteredList(bookingStatuses, api.projects.bookings)

/** The answer to one, with a note. */
export const answering = decision<{ readonly booking: OpsBooking; readonly event: BookingEvent }, string>(
  ({ booking: { bookingId }, event }, note) => api.projects.bookingStep({ bookingId, event, note }),
  bookings.load,
)
