import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import type { Handlers } from '../../handler.ts'
import { bookingCancel } from './booking-cancel.ts'
import { bookingOrder } from './booking-order.ts'
import { bookingStep } from './booking-step.ts'
import { bookings } from './bookings.ts'
import { bookingLast, ownBookings } from './own-bookings.ts'

export const bookingsHandlers: Handlers<typeof bookingsCalls> = {
  bookingOrder,
  bookingLast,
  ownBookings,
  bookingCancel,
  bookings,
  bookingStep,
}
