import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { OfferView } from '../../../contract/demands/offer-view.ts'

/** Dialog with which a buyer rejects one offer. */
export type Rejection =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly offer: OfferView; readonly failure: Failure | null }
export const rejection = atom<Rejection>({ at: 'none' })

export const openRejection = (offer: OfferView): void => rejection.set({ at: 'asking', offer, failure: null })
export function closeRejection(): void {
  if (rejection.get().at === 'asking') rejection.set({ at: 'none' })
}

/** Rejects the offer, once. True on success. */
export async function rejectOffer(reason: string): Promise<boolean> {
  const now = rejection.get()
  if (now.at !== 'asking') return false
  const { offer } = now
  rejection.set({ at: 'sending', offer, failure: null })
  const answer = await api.demands.offerReject({ offerId: offer.offerId, reason })
  rejection.set(answer.ok ? { at: 'none' } : { at: 'asking', offer, failure: answer.failure })
  return answer.ok
}
