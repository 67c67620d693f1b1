import { hkdfSync } from 'node:crypto'
import { decryptValue, encryptValue, type KeyRing } from './cipher.ts'

/**
 * Key of the lookup hashes: derived from the first data key the database ever had, and stored in `facts` encrypted
 * with a data key. Rotating the data keys re-encrypts it and leaves the hashes unchanged.
 */

export const lookupFact = 'lookupKey'
/** Column name bound to its ciphertexts. */
export const lookupKeyName = 'facts.lookup_key'

/** The stored key of a database; without one, the key that its first start will store. */
export const openLookupKey = (stored: string | undefined, ring: KeyRing): Buffer =>
  stored === undefined
    ? Buffer.from(hkdfSync('sha256', ring.first.key, '', 'lookup hashes', 32))
    : Buffer.from(decryptValue(stored, lookupKeyName, ring), 'base64')

/** Encrypts the key of a ring for storage. */
export function sealLookupKey(ring: KeyRing): string {
  if (ring.lookup === undefined) throw new Error('The ring has no key of lookup hashes')
  return encryptValue(ring.lookup.toString('base64'), lookupKeyName, ring)
}
