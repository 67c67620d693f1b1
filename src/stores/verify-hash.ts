/** Result of recomputing a hash; `cannot` where the browser has no Web Crypto (a page without https). */
export type HashVerification = 'same' | 'different' | 'cannot'

/** Recomputes the SHA-256 (hex) of a text in this browser. */
export async function verifyHash(text: string, hash: string): Promise<HashVerification> {
  if (!globalThis.isSecureContext) return 'cannot'
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === hash ? 'same' : 'different'
}
