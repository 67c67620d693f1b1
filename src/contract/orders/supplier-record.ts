import { z } from 'zod'
import { fen } from '../fields.ts'

/** Facts of a supplier's own trade on this platform; null = too little to tell. Computed, never typed in. */
export const supplierRecord = z.object({
  completedOrders: z.int(),
  /** Percent of its newest promised deliveries that came by their day; null below 3. */
  onTimePercent: z.int().nullable(),
  /** Median hours until a new order was confirmed or declined; null below 3. */
  answerHours: z.number().nullable(),
  /** Percent of its newest ended orders that were disputed or cancelled at the supplier's wish; null below 3. */
  troublePercent: z.int().nullable(),
  /** Reviews that are shown. */
  reviews: z.int(),
  /** Hundredths, of reviews that are shown; null = none. */
  mean: z.int().nullable(),
  /** Sum of completed orders, cut to its first digit and zeros so that no single deal shows; 0 below 3 orders. */
  completedAmountFrom: fen,
})
export type SupplierRecord = z.output<typeof supplierRecord>
