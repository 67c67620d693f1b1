import { createPublicKey, sign, type KeyObject } from 'node:crypto'

/** Seconds for which a token is valid; services refuse more than a day. */
const tokenSeconds = 12 * 3_600

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Public key as browsers take it to subscribe: the uncompressed point, base64url. */
export function applicationServerKey(key: KeyObject): string {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
}

/**
 * Authorization header with which the platform identifies itself to a push service (VAPID, RFC 8292). `contact` is a
 * mailto: or https: address at which the operators of the service reach those of the platform.
 */
export function vapidHeader(endpoint: URL, key: KeyObject, contact: string, now = Date.now()): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1000) + tokenSeconds, sub: contact }
  const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${content}.${signature}, k=${applicationServerKey(key)}`
}
