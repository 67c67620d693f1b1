import { z } from 'zod'
import { dayInput, fen, id } from './fields.ts'

/** Bounds of a list that people work in all day. Which day and which amount they mean is said by the list. */
export const listBounds = {
  /** Days in Shanghai, both inclusive: 2026-11-21. */
  from: dayInput.optional(),
  until: dayInput.optional(),
  /** In fen, both inclusive. */
  amountFrom: fen.optional(),
  amountTo: fen.optional(),
}

/** Sort order of a list; without `sortBy` the list has its own. */
export const listOrder = <const Key extends string>(keys: readonly Key[]) => ({
  sortBy: z.enum(keys).optional(),
  sortDown: z.boolean().default(false),
})

/** Rows that were selected for an action. */
export const selectedIds = (most: number) => z.array(id).min(1, '请先选择').max(most, `一次最多 ${most} 条`)

/** Result for each of several rows; failed ones are unchanged. */
export const outcomes = z.object({
  done: z.int(),
  failed: z.array(z.object({ id, title: z.string(), message: z.string() })),
})
export type Outcomes = z.output<typeof outcomes>
