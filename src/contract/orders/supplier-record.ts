import { z } from 'zod'
import { fen } from '../fields.ts'

/** Computed track record of a supplier; null = insufficient data. */
export const supplierRecord = z.object({
  completedOrders: z.int(),
  /** Percent of recent promised deliveries on time; null below 3. */
  onTimePercent: z.int().nullable(),
  /** Median hours until a new order was confirmed or declined; null below 3. */
  answerHours: z.number().nullable(),
  /** Percent of recent ended orders that were disputed or cancelled by the supplier; null below 3. */
  troublePercent: z.int().nullable(),
  /** Number of visible reviews. */
  reviews: z.int(),
  /** Mean of visible reviews in hundredths; null = none. */
  mean: z.int().nullable(),
  /**
   * Sum of completed orders, rounded down to its first digit so that no single order can be derived; 0 below 3 orders.
   */
  completedAmountFrom: fen,
})
export type SupplierRecord = z.output<typeof supplierRecord>
