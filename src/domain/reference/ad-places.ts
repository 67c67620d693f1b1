/**
 * Places where the platform recommends something of its own. In `supermarket` and `suppliers` a promotion is a theme:
 * its address is the list that it stands for, and the page shows what that list begins with.
 */
export const adPlaces = ['menu', 'serviceHall', 'marketHall', 'servicefind', 'supermarket', 'suppliers'] as const
export type AdPlace = (typeof adPlaces)[number]

/** When and where a promotion is shown. */
export interface AdTerms {
  readonly isOn: boolean
  /** Regional variant; empty = all of them. */
  readonly area: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** Whether a promotion is in force in an area at a moment; the start counts, the end does not. */
export const isInForce = ({ isOn, area, startsAt, endsAt }: AdTerms, here: string, now: Date): boolean =>
  isOn && (area === '' || area === here) && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)
