import { api } from '../../../client/browser.ts'
import type { DemandFit } from '../../../contract/demands/matching.ts'
import { loadable } from '../../loadable.ts'
import { annexes } from '../annexes/annex.ts'

const part = loadable<DemandFit>()
/** How the own shop fits the shown demand. */
export const demandFit = part.state

let shownDemandId: number | null = null

export async function loadDemandFit(): Promise<void> {
  const demandId = shownDemandId
  if (demandId !== null) await part.load(() => api.demands.demandFit({ demandId }))
}

const hasAnnexAccess = () => {
  const now = annexes.get()
  return now.at === 'ready' && now.content.state === 'open'
}

/**
 * Loads how the own shop fits a demand, and again once the confidentiality terms are accepted, which meets a
 * requirement. Returns the unsubscribe function.
 */
export function startDemandFit(demandId: number): () => void {
  if (shownDemandId !== demandId) part.reset()
  shownDemandId = demandId
  void loadDemandFit()
  let hadAccess = hasAnnexAccess()
  return annexes.listen(() => {
    const hasAccess = hasAnnexAccess()
    if (hasAccess && !hadAccess) void loadDemandFit()
    hadAccess = hasAccess
  })
}
