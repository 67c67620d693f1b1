import { atom } from 'nanostores'
import type { UserInfo } from '../../contract/accounts/person.ts'

/** Relation of a public demand to the viewer: own, offered on, for invited others only, or neither. */
export const ownDemand = atom<
  { readonly at: 'unknown' } | { readonly at: 'others' | 'mine' | 'offered' | 'uninvited' }
>({
  at: 'unknown',
})

/** Loads the relation once the viewer is known; without a company there is none. */
export async function loadOwnDemand(demandId: number, user: UserInfo | null): Promise<void> {
  if (user === null || user.companyId === null) return ownDemand.set({ at: 'others' })
  // Dynamic import: most readers of this page are not signed in.
  const { headerApi } = await import('../../client/browser.ts')
  const answer = await headerApi.demands.demand({ demandId })
  if (!answer.ok) return ownDemand.set({ at: 'unknown' })
  const { mine, ownOfferId, invitedOnly, invited } = answer.content
  if (mine) return ownDemand.set({ at: 'mine' })
  if (ownOfferId !== null) return ownDemand.set({ at: 'offered' })
  ownDemand.set({ at: invitedOnly && !invited ? 'uninvited' : 'others' })
}
