import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { normalizeMobile } from '../../domain/accounts/identity-rules.ts'
import type { DataKey } from '../../key-settings.ts'
import { isHashed } from './columns.ts'

/**
 * AES-256-GCM for column values. A ciphertext reads `enc:v1:KEY:BASE64URL` of nonce, ciphertext and tag; the column
 * name is its additional data, so that it cannot be moved to another column. For columns searched by value, a dot and
 * the keyed hash of the value (a blind index) follow; a generated column repeats it.
 */

/** Keys of this installation: the first one encrypts, each one decrypts the values with its id. */
export interface KeyRing {
  readonly first: DataKey
  readonly byId: ReadonlyMap<string, DataKey>
  /** Key of the lookup hashes. Stored in the database, so available only once that is open. */
  readonly lookup?: Buffer
}

declare global {
  /** Process-wide, because the build may contain several copies of this module. */
  var portalKeyRing: KeyRing | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
/** Prefix of every ciphertext, followed by the key id and a colon. */
export const cipherMark = 'enc:v1:'

/** Thrown when no configured key decrypts a value. The message names the column and the key. */
export class UndecryptableError extends Error {}

export const ringOf = (keys: readonly [DataKey, ...DataKey[]]): KeyRing => ({
  first: keys[0],
  byId: new Map(keys.map((key) => [key.id, key])),
})

/** Sets the keys of this process. */
export const setKeyRing = (ring: KeyRing): void => void (globalThis.portalKeyRing = ring)

export function keyRing(): KeyRing {
  const ring = globalThis.portalKeyRing
  if (ring === undefined) throw new Error('No data keys are in use yet: takeDataKeys comes after opening the database')
  return ring
}

/** Hash length of 128 bits, against collisions. */
const hashBytes = 16

/** Canonical form of a number or mail address. */
const normalized = (value: string): string => (value.includes('@') ? value.toLowerCase() : normalizeMobile(value))

/** Keyed lookup hash of a value: HMAC-SHA-256, different for each column. */
export function lookupHash(plain: string, column: string, { lookup }: KeyRing = keyRing()): string {
  if (lookup === undefined) throw new Error('The key of the lookup hashes is not known yet: takeDataKeys reads it')
  const hash = createHmac('sha256', lookup)
    .update(`${column} ${normalized(plain)}`)
    .digest()
  return hash.subarray(0, hashBytes).toString('base64url')
}

/** The lookup hash contained in a stored value. */
export const hashIn = (stored: string): string | undefined => stored.split('.', 2)[1]

/** Id of the key that a value is encrypted with; undefined for one in plain text. */
export function keyIdOf(stored: string): string | undefined {
  if (!stored.startsWith(cipherMark)) return undefined
  const end = stored.indexOf(':', cipherMark.length)
  return end < 0 ? undefined : stored.slice(cipherMark.length, end)
}

/** Encrypts with the first key and a new nonce, so that equal values get different ciphertexts. Empty stays empty. */
export function encryptValue(plain: string, column: string, ring: KeyRing = keyRing()): string {
  if (plain === '') return ''
  const { first } = ring
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, first.key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(column))
  const bytes = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const stored = `${cipherMark}${first.id}:${bytes.toString('base64url')}`
  return isHashed(column) ? `${stored}.${lookupHash(plain, column, ring)}` : stored
}

/** Decrypts a value. Values without the prefix predate encryption and are returned unchanged. */
export function decryptValue(stored: string, column: string, ring?: KeyRing): string {
  const id = keyIdOf(stored)
  if (id === undefined) return stored
  const { byId } = ring ?? keyRing()
  const key = byId.get(id)
  if (key === undefined) throw new UndecryptableError(`${column} needs the data key ${id}, which is not given`)
  const [body = ''] = stored.slice(cipherMark.length + id.length + 1).split('.', 1)
  const bytes = Buffer.from(body, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, key.key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(column)).setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (err) {
    throw new UndecryptableError(`${column} cannot be decrypted with the data key ${id}`, { cause: err })
  }
}
