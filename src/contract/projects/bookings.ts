import { user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const bookingsCalls = {
  bookingOrder: notBuilt('/mall/booking/order', user),
  bookingLast: notBuilt('/mall/booking/last/get', user),
}
