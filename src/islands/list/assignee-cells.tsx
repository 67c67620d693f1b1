import type { StateLabel } from '../../domain/transition.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

/** Telephone link with a touch target of sufficient height. */
export const MobileLink = ({ mobile }: { mobile: string }) => (
  <a
    href={`tel:${mobile}`}
    className="tabular-nums hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
  >
    {mobile}
  </a>
)

/** A state with its assignee, if any. */
export const AssignedState = ({ state, handler }: { state: StateLabel; handler: string }) => (
  <>
    <StateBadge {...state} />
    {handler !== '' && <span className="block text-sm text-ink-3">{handler}</span>}
  </>
)
