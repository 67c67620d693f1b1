import { api } from '../../client/browser.ts'
import type { OpsBooking, Booking } from '../../contract/projects/bookings.ts'
import { bookingStatuses, type BookingEvent } from '../../domain/projects/booking-states.ts'
import { rowDecision } from '../row-decision.ts'
import { filteredList } from '../filtered-list.ts'

/** Requested park visits, for operators. */
export const bookings = filteredList(bookingStatuses, api.projects.bookings)

/** Answer to a visit, with a note. */
export const bookingAnswer = rowDecision<{ readonly booking: OpsBooking; readonly event: BookingEvent }, string>(
  ({ booking: { bookingId }, event }, note) => api.projects.bookingStep({ bookingId, event, note }),
  bookings.load,
)

/** The user's park visits, latest first. */
export const ownVisits = filteredList([], ({ current, pageSize }) => api.projects.ownBookings({ current, pageSize }))

/** The visit to be cancelled. */
export const visitCancellation = rowDecision<Booking, void>(
  ({ bookingId }) => api.projects.bookingCancel({ bookingId }),
  ownVisits.load,
)
