import { atom } from 'nanostores'
import type { OfferVersion, OfferView } from '../../../contract/demands/offer-view.ts'
import { loadAllVersions } from './all-versions.ts'
import { loadable } from '../../loadable.ts'

const part = loadable<readonly OfferVersion[]>()
/** Versions of the shown offer, newest first. */
export const changedOfferVersions = part.state
export const changedOffer = atom<Pick<OfferView, 'offerId' | 'offerNo' | 'shortName'> | null>(null)

export async function loadOfferChanges(): Promise<void> {
  const offer = changedOffer.get()
  if (offer !== null) await part.load(() => loadAllVersions(offer.offerId))
}
/** Opens the comparison of versions. */
export async function openOfferChanges(offer: Pick<OfferView, 'offerId' | 'offerNo' | 'shortName'>): Promise<void> {
  if (changedOffer.get()?.offerId !== offer.offerId) part.reset()
  changedOffer.set(offer)
  await loadOfferChanges()
}
export const closeOfferChanges = (): void => changedOffer.set(null)
