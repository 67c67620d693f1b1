import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { links } from '../../../domain/links.ts'

/** What became of the last code. */
export type Scan =
  | { readonly at: 'waiting' }
  | { readonly at: 'searching'; readonly code: string }
  | { readonly at: 'failed'; readonly code: string; readonly failure: Failure }
export const scan = atom<Scan>({ at: 'waiting' })

/** Finds the sample of a code. Its address; undefined = not found, or another code is searched. */
export async function findScanned(code: string): Promise<string | undefined> {
  if (scan.get().at === 'searching') return undefined
  scan.set({ at: 'searching', code })
  const answer = await api.orders.sampleFind({ code })
  if (!answer.ok) {
    scan.set({ at: 'failed', code, failure: answer.failure })
    return undefined
  }
  const { sampleId, side } = answer.content
  return side === 'buyer' ? links.buyerSample(sampleId) : links.sellerSample(sampleId)
}
