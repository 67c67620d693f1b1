import type { OfferVersion } from '../../contract/demands/offer-view.ts'
import { offerHashText } from '../../domain/demands/offer-hash.ts'

/** What came of recomputing a fingerprint; `cannot` where the browser has no cryptography (a page without https). */
export type Verified = 'same' | 'different' | 'cannot'

/** Takes the fingerprint of a version anew, in this browser, from the terms it shows. */
export async function verify(offerNo: string, version: OfferVersion): Promise<Verified> {
  if (!globalThis.isSecureContext) return 'cannot'
  const text = new TextEncoder().encode(offerHashText({ ...version, offerNo }))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === version.hash ? 'same' : 'different'
}
