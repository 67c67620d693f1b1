import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Reading } from './licence-reading.ts'

/** Text recognition of the licence. `percent` is how far the usual time has passed, for the person's calm. */
export type LicenceReading =
  | { readonly at: 'none' }
  | { readonly at: 'reading'; readonly percent: number }
  | { readonly at: 'read' }
  /** The picture was looked at and held no words. */
  | { readonly at: 'nothing' }
  /** It could not be tried: a PDF, a long queue, a lost line. */
  | { readonly at: 'failed'; readonly failure: Failure }
export const reading = atom<LicenceReading>({ at: 'none' })

/** Seconds that a reading usually takes. */
const usual = 15
let turn = 0
let clock: ReturnType<typeof setInterval> | undefined

/** Ends what is shown of a reading; an answer still under way is not heard any more. */
export function forgetReading(): void {
  turn += 1
  clearInterval(clock)
  reading.set({ at: 'none' })
}

/** Reads an uploaded licence. What was found, or undefined; a newer licence ends an older one's reading. */
export async function readLicence(fileId: string): Promise<Reading | undefined> {
  forgetReading()
  const mine = turn
  const began = Date.now()
  reading.set({ at: 'reading', percent: 2 })
  clock = setInterval(() => {
    const passed = (Date.now() - began) / 1000
    // Nearer and nearer to the end, and never there before the answer is.
    reading.set({ at: 'reading', percent: Math.round(97 * (1 - Math.exp((-1.6 * passed) / usual))) })
  }, 500)
  const answer = await api.accounts.businessLicenseOcr({ fileId })
  if (mine !== turn) return undefined
  clearInterval(clock)
  if (!answer.ok) {
    reading.set({ at: 'failed', failure: answer.failure })
    return undefined
  }
  reading.set({ at: answer.content.read ? 'read' : 'nothing' })
  return answer.content.read ? answer.content : undefined
}
