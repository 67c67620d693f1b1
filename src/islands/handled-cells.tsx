import type { StateLabel } from '../domain/transition.ts'
import { StateBadge } from '../ui/StateBadge.tsx'

/** A number to call, high enough for a finger. */
export const MobileLink = ({ mobile }: { mobile: string }) => (
  <a
    href={`tel:${mobile}`}
    className="tabular-nums hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
  >
    {mobile}
  </a>
)

/** A state with who has it in hand, where somebody has. */
export const HandledState = ({ state, handler }: { state: StateLabel; handler: string }) => (
  <>
    <StateBadge {...state} />
    {handler !== '' && <span className="block text-sm text-ink-3">{handler}</span>}
  </>
)
