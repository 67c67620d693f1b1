import { undeliveredStatuses, type OrderStatus } from '../order-states.ts'

/** Samples are registered while the supplier works on the order, or the buyer has yet to accept. */
export const mayRegisterSamples = (status: OrderStatus): boolean =>
  undeliveredStatuses.some((undelivered) => undelivered === status)
