import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { type Award, awardsCalls, type ManagedAward } from '../../contract/live/awards.ts'
import { awardStatuses } from '../../domain/live/award-states.ts'
import { filteredList } from '../filtered-list.ts'
import { createForm } from '../form-store.ts'

/** The user's awards, newest first. */
export const ownAwards = filteredList([], ({ current, pageSize }) => api.live.awards({ current, pageSize }), {
  pageSize: 10,
})

/** The award being claimed or confirmed as received, with its submit state. */
interface AwardAction {
  readonly award: Award
  readonly what: 'claim' | 'sign'
  /** Id of the chosen address; undefined until one is chosen. */
  readonly addressId: number | undefined
  readonly sending: boolean
  readonly failure: Failure | null
}
export const awardAction = atom<AwardAction | null>(null)
export const openAwardAction = (award: Award, what: AwardAction['what']): void =>
  awardAction.set({ award, what, addressId: undefined, sending: false, failure: null })
export function closeAwardAction(): void {
  if (awardAction.get()?.sending !== true) awardAction.set(null)
}
export function chooseAwardAddress(addressId: number): void {
  const now = awardAction.get()
  if (now !== null && !now.sending) awardAction.set({ ...now, addressId, failure: null })
}

/** Claims the award to the chosen address, or confirms receipt, once; true on success. */
export async function submitAwardAction(): Promise<boolean> {
  const now = awardAction.get()
  if (now === null || now.sending || (now.what === 'claim' && now.addressId === undefined)) return false
  awardAction.set({ ...now, sending: true, failure: null })
  const { awardId } = now.award
  const answer =
    now.what === 'claim'
      ? await api.live.awardClaim({ awardId, addressId: now.addressId ?? 0 })
      : await api.live.awardSign({ awardId })
  if (!answer.ok) {
    awardAction.set({ ...now, failure: answer.failure })
    return false
  }
  awardAction.set(null)
  await ownAwards.load()
  return true
}

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
