import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { offerHashText } from '../../../domain/demands/offer-hash.ts'

/** Result of recomputing an offer hash; `cannot` where the browser has no Web Crypto (a page without https). */
export type HashVerification = 'same' | 'different' | 'cannot'

/** Recomputes the hash of a version in this browser from the displayed terms. */
export async function verifyOfferHash(offerNo: string, version: OfferVersion): Promise<HashVerification> {
  if (!globalThis.isSecureContext) return 'cannot'
  const text = new TextEncoder().encode(offerHashText({ ...version, offerNo }))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === version.hash ? 'same' : 'different'
}
