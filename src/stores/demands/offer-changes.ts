import { atom } from 'nanostores'
import type { OfferVersion, OfferView } from '../../contract/demands/offer-view.ts'
import { allVersions } from './all-versions.ts'
import { loadable } from '../loaded.ts'

const part = loadable<readonly OfferVersion[]>()
/** Versions of the offer that is looked at, the newest first. */
export const versions = part.state
export const changed = atom<Pick<OfferView, 'offerId' | 'offerNo' | 'shortName'> | null>(null)

export async function loadChanges(): Promise<void> {
  const offer = changed.get()
  if (offer !== null) await part.load(() => allVersions(offer.offerId))
}
/** Shows what changed from version to version. */
export async function openChanges(offer: Pick<OfferView, 'offerId' | 'offerNo' | 'shortName'>): Promise<void> {
  if (changed.get()?.offerId !== offer.offerId) part.reset()
  changed.set(offer)
  await loadChanges()
}
export const closeChanges = (): void => changed.set(null)
