import type { Config } from '../../config.ts'
import type { stateChanges } from '../../db/tables/operations.ts'
import { demandTransitions, type DemandStatus } from '../../domain/demands/demand-states.ts'
import { CallFailed } from '../../contract/failures.ts'
import { next } from '../../domain/transition.ts'
import type { Actor } from '../operations/public.ts'

type Step = Omit<typeof stateChanges.$inferInsert, 'entityId'>

/** Where a demand stands after it was submitted, and the steps that led there: with REVIEW=auto it opens at once. */
export function submitted(
  from: DemandStatus,
  review: Config['review'],
  by: Actor,
): { status: DemandStatus; steps: Step[] } {
  const pending = next(demandTransitions, from, 'submit', 'buyer')
  if (pending === undefined) throw new CallFailed('stepNotAllowed')
  const submit: Step = { entity: 'demand', event: 'submit', fromStatus: from, toStatus: pending, ...by }
  if (review === 'manual') return { status: pending, steps: [submit] }
  const open = next(demandTransitions, pending, 'pass', 'system')
  if (open === undefined) throw new CallFailed('stepNotAllowed')
  return { status: open, steps: [submit, { entity: 'demand', event: 'pass', fromStatus: pending, toStatus: open }] }
}
