import type { Config } from '../../../config.ts'
import { CallFailed } from '../../../contract/failures.ts'
import {
  listingTransitions,
  type ListingActor,
  type ListingEvent,
  type ListingStatus,
} from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Actor, StateChange } from '../../platform/history/record-steps.ts'

export type Step = StateChange

interface ListingState {
  readonly kind: ListingKind
  readonly id: number
  readonly status: ListingStatus
}

/** A state transition of a listing with its history entry. Throws stepNotAllowed. */
export function transitionListing(
  { kind, id, status: from }: ListingState,
  event: ListingEvent,
  actor: ListingActor,
  by: Partial<Actor> = {},
  reason = '',
): { status: ListingStatus; step: Step } {
  const status = nextState(listingTransitions, from, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  return { status, step: { entity: kind, entityId: id, event, fromStatus: from, toStatus: status, reason, ...by } }
}

/** State of a listing after submission, with the steps taken: with REVIEW=auto it is published at once. */
export function submitListing(
  mover: ListingState,
  review: Config['review'],
  by: Actor,
): { status: ListingStatus; steps: Step[] } {
  const submit = transitionListing(mover, 'submit', 'seller', by)
  if (review === 'manual') return { status: submit.status, steps: [submit.step] }
  const pass = transitionListing({ ...mover, status: submit.status }, 'pass', 'system')
  return { status: pass.status, steps: [submit.step, pass.step] }
}

/** Events of a pending change; the state of the listing itself does not change. */
export type ChangeEvent = 'change_submit' | 'change_withdraw' | 'change_pass' | 'change_reject' | 'change_drop'

export const changeStep = (
  { kind, id, status }: ListingState,
  event: ChangeEvent,
  by: Partial<Actor> = {},
  reason = '',
): Step => ({ entity: kind, entityId: id, event, fromStatus: status, toStatus: status, reason, ...by })
