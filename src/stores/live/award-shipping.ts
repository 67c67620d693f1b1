import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { awardsCalls, type ManagedAward } from '../../contract/live/awards.ts'
import { awardStatuses } from '../../domain/live/award-states.ts'
import { filteredList } from '../filtered-list.ts'
import { createForm } from '../form-store.ts'

/** Awards of all users, for operators; those to be shipped first. */
export const managedAwards = filteredList(awardStatuses, api.live.managedAwards)

/** The award in the shipping form; null = closed. */
export const shippingAward = atom<ManagedAward | null>(null)
export interface ShipValues {
  readonly carrier: string
  readonly trackingNo: string
}
export const shippingForm = createForm({
  schema: awardsCalls.awardShip.input,
  inputOf: (values: ShipValues) => ({ ...values, awardId: shippingAward.get()?.awardId ?? 0 }),
  submit: api.live.awardShip,
})
export function openShipping(award: ManagedAward): void {
  shippingForm.start({ carrier: '', trackingNo: '' })
  shippingAward.set(award)
}
export function closeShipping(): void {
  if (shippingForm.submitState.get().at !== 'sending') shippingAward.set(null)
}

/** Saves the shipment of the award; true on success. */
export async function submitShipping(): Promise<boolean> {
  if ((await shippingForm.submit()) === undefined) return false
  shippingAward.set(null)
  await managedAwards.load()
  return true
}
