import { hasPermission } from '../../stores/accounts/profile/menu-permissions.ts'
import { session } from '../../stores/accounts/session.ts'
import { ownDemand } from '../../stores/demands/own-demand.ts'
import { prepareForReact } from '../shell/prepare-for-react.ts'

async function mountFit(part: HTMLElement, demandId: number): Promise<void> {
  const place = part.querySelector<HTMLElement>('[data-own-fit-place]')
  if (place === null) return
  prepareForReact()
  try {
    const { mountDemandFit } = await import('../../islands/demands/matching/DemandFit.tsx')
    mountDemandFit(place, demandId)
  } catch {
    part.querySelector('[data-own-fit-failed]')?.removeAttribute('hidden')
  }
}

/** On an open demand, suppliers see how their own shop fits instead of other suppliers; its buyer sees the suppliers. */
export function startOwnFit(): void {
  const page = document.querySelector<HTMLElement>('[data-demand-open]')
  const part = document.querySelector<HTMLElement>('[data-own-fit]')
  const demandId = Number(page?.dataset['demand'])
  if (page === null || part === null || !(demandId > 0)) return
  const others = document.querySelector<HTMLElement>('[data-suppliers]')
  let isMounted = false
  const show = () => {
    const now = session.get()
    const { at } = ownDemand.get()
    const isOfOthers = at === 'others' || at === 'offered' || at === 'uninvited'
    const isSupplier = now.at === 'in' && now.user.isSaler && isOfOthers && hasPermission('my_supply')
    part.hidden = !isSupplier
    others?.toggleAttribute('hidden', isSupplier)
    if (!isSupplier || isMounted) return
    isMounted = true
    void mountFit(part, demandId)
  }
  ownDemand.subscribe(show)
  session.subscribe(show)
}
