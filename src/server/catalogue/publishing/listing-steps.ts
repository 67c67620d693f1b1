import type { Config } from '../../../config.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { stateChanges } from '../../../db/tables/operations.ts'
import {
  listingTransitions,
  type ListingActor,
  type ListingEvent,
  type ListingStatus,
} from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { next } from '../../../domain/transition.ts'
import type { Actor } from '../../operations/public.ts'

export type Step = typeof stateChanges.$inferInsert

interface Mover {
  readonly kind: ListingKind
  readonly id: number
  readonly status: ListingStatus
}

/** One step of a listing by the table, with its line of the history. Throws stepNotAllowed. */
export function moved(
  { kind, id, status: from }: Mover,
  event: ListingEvent,
  actor: ListingActor,
  by: Partial<Actor> = {},
  reason = '',
): { status: ListingStatus; step: Step } {
  const status = next(listingTransitions, from, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  return { status, step: { entity: kind, entityId: id, event, fromStatus: from, toStatus: status, reason, ...by } }
}

/** Where a listing stands after it was submitted, with the steps that led there: with REVIEW=auto it is out at once. */
export function submitted(mover: Mover, review: Config['review'], by: Actor): { status: ListingStatus; steps: Step[] } {
  const submit = moved(mover, 'submit', 'seller', by)
  if (review === 'manual') return { status: submit.status, steps: [submit.step] }
  const pass = moved({ ...mover, status: submit.status }, 'pass', 'system')
  return { status: pass.status, steps: [submit.step, pass.step] }
}

/** What happens to a change that waits beside a listing; the listing itself does not move. */
export type ChangeEvent = 'change_submit' | 'change_withdraw' | 'change_pass' | 'change_reject' | 'change_drop'

export const changeStep = (
  { kind, id, status }: Mover,
  event: ChangeEvent,
  by: Partial<Actor> = {},
  reason = '',
): Step => ({ entity: kind, entityId: id, event, fromStatus: status, toStatus: status, reason, ...by })
