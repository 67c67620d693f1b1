import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { awardsCalls, type ManagedAward } from '../../contract/live/awards.ts'
import { awardStatuses } from '../../domain/live/award-states.ts'
import { filteredList } from '../filtered-list.ts'
import { typedForm } from '../typed-form.ts'

/** Awards of everybody, for operators: what is to be sent first. */
export const awards = filteredList(awardStatuses, api.live.managedAwards)

/** The award that is being sent; null while the form is closed. */
export const shipping = atom<ManagedAward | null>(null)
export interface ShipValues {
  readonly carrier: string
  readonly trackingNo: string
}
export const form = typedForm({
  schema: awardsCalls.awardShip.input,
  inputOf: (values: ShipValues) => ({ ...values, awardId: shipping.get()?.awardId ?? 0 }),
  send: api.live.awardShip,
})
export function open(award: ManagedAward): void {
  form.begin({ carrier: '', trackingNo: '' })
  shipping.set(award)
}
export function close(): void {
  if (form.sending.get().at !== 'sending') shipping.set(null)
}

/** Notes that the award is on its way. True when it was taken. */
export async function submit(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  shipping.set(null)
  await awards.load()
  return true
}
