import { z } from 'zod'
import { changeStatuses } from '../domain/change-states.ts'
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

/** A change that is not public: pending review, or rejected with a reason. */
export const waitingChange = z.object({ status: z.enum(changeStatuses), reason: z.string() })
export type WaitingChange = z.output<typeof waitingChange>
