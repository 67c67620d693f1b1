import { z } from 'zod'
import { moment } from './fields.ts'

/** One step of a history: who moved it from where to where, when and why. */
export const historyStep = z.object({
  event: z.string(),
  fromStatus: z.string(),
  toStatus: z.string(),
  /** Company or 系统. */
  by: z.string(),
  reason: z.string(),
  at: moment,
})
