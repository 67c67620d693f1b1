import { takesOffers, type DemandStatus } from './demand-states.ts'

/** Properties of a demand that decide whether its sealed offers can be opened before the deadline. */
export interface DemandForOpening {
  readonly status: DemandStatus
  readonly sealedOnly: boolean
  readonly invitedOnly: boolean
  readonly deadline: Date | string
}

export type EarlyOpeningBlocker =
  'stepNotAllowed' | 'earlyOpeningNotOffered' | 'noSupplierInvited' | 'offersOutstanding'

/** Whether the demand is of the kind that can be opened early, while it takes offers. */
export const offersEarlyOpening = (
  { status, sealedOnly, invitedOnly, deadline }: DemandForOpening,
  now: Date | string,
): boolean => sealedOnly && invitedOnly && takesOffers(status, deadline, now)

/**
 * Why sealed offers cannot be opened before the deadline, or null. Only where nobody else may offer, and all who were
 * invited have. `invited` leaves out suppliers who have no offer and cannot make one now, or withdrew it.
 */
export function earlyOpeningBlocker(
  demand: DemandForOpening,
  invited: readonly { readonly offered: boolean }[],
  now: Date | string,
): EarlyOpeningBlocker | null {
  if (!demand.sealedOnly || !demand.invitedOnly) return 'earlyOpeningNotOffered'
  if (!takesOffers(demand.status, demand.deadline, now)) return 'stepNotAllowed'
  if (invited.length === 0) return 'noSupplierInvited'
  return invited.every(({ offered }) => offered) ? null : 'offersOutstanding'
}
