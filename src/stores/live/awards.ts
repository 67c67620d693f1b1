import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Award } from '../../contract/live/awards.ts'
import { filteredList } from '../filtered-list.ts'

/** What this person won, the newest first. */
export const awards = filteredList([], ({ current, pageSize }) => api.live.awards({ current, pageSize }), {
  pageSize: 10,
})

/** The award that is claimed or signed for, and how that goes. */
interface Moving {
  readonly award: Award
  readonly what: 'claim' | 'sign'
  /** Chosen address; undefined until one is. */
  readonly addressId: number | undefined
  readonly sending: boolean
  readonly failure: Failure | null
}
export const moving = atom<Moving | null>(null)
export const open = (award: Award, what: Moving['what']): void =>
  moving.set({ award, what, addressId: undefined, sending: false, failure: null })
export function dismiss(): void {
  if (moving.get()?.sending !== true) moving.set(null)
}
export function chooseAddress(addressId: number): void {
  const now = moving.get()
  if (now !== null && !now.sending) moving.set({ ...now, addressId, failure: null })
}

/** Claims to the chosen address, or confirms that it came; once. True when it was taken. */
export async function send(): Promise<boolean> {
  const now = moving.get()
  if (now === null || now.sending || (now.what === 'claim' && now.addressId === undefined)) return false
  moving.set({ ...now, sending: true, failure: null })
  const { awardId } = now.award
  const answer =
    now.what === 'claim'
      ? await api.live.awardClaim({ awardId, addressId: now.addressId ?? 0 })
      : await api.live.awardSign({ awardId })
  if (!answer.ok) {
    moving.set({ ...now, failure: answer.failure })
    return false
  }
  moving.set(null)
  await awards.load()
  return true
}
