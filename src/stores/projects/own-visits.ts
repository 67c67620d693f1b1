import { api } from '../../client/browser.ts'
import type { Booking } from '../../contract/projects/bookings.ts'
import { decision } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** The visits that the person asked for, the latest first. */
export const visits = filteredList([], ({ current, pageSize }) => api.projects.ownBookings({ current, pageSize }))

/** The visit that is about to be given up. */
export const cancelling = decision<Booking, void>(
  ({ bookingId }) => api.projects.bookingCancel({ bookingId }),
  visits.load,
)
