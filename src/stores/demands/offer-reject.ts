import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'

/** The question with which a buyer ends one offer. */
export type Rejection =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly offer: OfferView; readonly failure: Failure | null }
export const rejection = atom<Rejection>({ at: 'none' })

export const askReject = (offer: OfferView): void => rejection.set({ at: 'asking', offer, failure: null })
export function dropReject(): void {
  if (rejection.get().at === 'asking') rejection.set({ at: 'none' })
}

/** Sends the refusal, once. True after it worked. */
export async function reject(reason: string): Promise<boolean> {
  const now = rejection.get()
  if (now.at !== 'asking') return false
  const { offer } = now
  rejection.set({ at: 'sending', offer, failure: null })
  const answer = await api.demands.offerReject({ offerId: offer.offerId, reason })
  rejection.set(answer.ok ? { at: 'none' } : { at: 'asking', offer, failure: answer.failure })
  return answer.ok
}
