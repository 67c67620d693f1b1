import { atom } from 'nanostores'
import type { UserInfo } from '../../contract/accounts/person.ts'

/** What a public demand is to the person who looks at it. */
export const ownDemand = atom<{ readonly at: 'unknown' } | { readonly at: 'others' | 'mine' | 'offered' }>({
  at: 'unknown',
})

/** Asks once it is known who looks; whoever has no company has neither demands nor offers. */
export async function lookAtDemand(demandId: number, user: UserInfo | null): Promise<void> {
  if (user === null || user.companyId === null) return ownDemand.set({ at: 'others' })
  // Loaded for people who are signed in only: this page is read by visitors first.
  const { headerApi } = await import('../../client/browser.ts')
  const answer = await headerApi.demands.demand({ demandId })
  if (!answer.ok) return ownDemand.set({ at: 'unknown' })
  const { mine, ownOfferId } = answer.content
  ownDemand.set({ at: mine ? 'mine' : ownOfferId === null ? 'others' : 'offered' })
}
