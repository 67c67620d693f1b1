import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { awardsCalls, type ManagedAward } from '../../contract/live/awards.ts'
import { awardStatuses, type AwardStatus } from '../../domain/live/award-states.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'
import { typedForm } from '../typed-form.ts'

interface Page {
  readonly total: number
  readonly data: readonly ManagedAward[]
  readonly counts: Partial<Record<AwardStatus, number>>
}

export const pageSize = 20
const address = listAddress(awardStatuses)
const page = loadable<Page>()
export const query = address.query
/** Awards of everybody, for operators: what is to be sent first. */
export const awards = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.live.managedAwards({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

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
  await load()
  return true
}
