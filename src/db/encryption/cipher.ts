import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey } from '../../key-settings.ts'

/**
 * AES-256-GCM for values of columns. A ciphertext reads `enc:v1:KEY:BASE64URL` of nonce, ciphertext and tag; the
 * column's name is its additional data, so that it cannot be moved to another column.
 */

/** Keys of this installation: the first one encrypts, each decrypts what carries its id. */
export interface KeyRing {
  readonly first: DataKey
  readonly byId: ReadonlyMap<string, DataKey>
}

declare global {
  /** Of the process: columns encrypt and decrypt wherever they are read, whichever copy of a module reads them. */
  var portalKeyRing: KeyRing | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
/** What every ciphertext begins with; the id of its key and a colon follow. */
export const cipherMark = 'enc:v1:'

/** A value that no given key decrypts. The message names the column and the key. */
export class Undecryptable extends Error {}

export const ringOf = (keys: readonly [DataKey, ...DataKey[]]): KeyRing => ({
  first: keys[0],
  byId: new Map(keys.map((key) => [key.id, key])),
})

/** From now on the columns of this process use these keys. */
export const setKeyRing = (ring: KeyRing): void => void (globalThis.portalKeyRing = ring)

export function keyRing(): KeyRing {
  const ring = globalThis.portalKeyRing
  if (ring === undefined) throw new Error('No data keys are in use yet: takeDataKeys comes after opening the database')
  return ring
}

/** Id of the key that a value is encrypted with; undefined for one in plain text. */
export function keyIdOf(stored: string): string | undefined {
  if (!stored.startsWith(cipherMark)) return undefined
  const end = stored.indexOf(':', cipherMark.length)
  return end < 0 ? undefined : stored.slice(cipherMark.length, end)
}

/** Encrypts with the first key; a nonce of its own each time, so that equal values do not look equal. Empty stays empty. */
export function encryptValue(plain: string, column: string, { first }: KeyRing = keyRing()): string {
  if (plain === '') return ''
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, first.key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(column))
  const bytes = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${cipherMark}${first.id}:${bytes.toString('base64url')}`
}

/** The plain value. One without the mark is from before there was encryption and is given as it is. */
export function decryptValue(stored: string, column: string, ring?: KeyRing): string {
  const id = keyIdOf(stored)
  if (id === undefined) return stored
  const { byId } = ring ?? keyRing()
  const key = byId.get(id)
  if (key === undefined) throw new Undecryptable(`${column} needs the data key ${id}, which is not given`)
  const bytes = Buffer.from(stored.slice(cipherMark.length + id.length + 1), 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, key.key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(column)).setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (err) {
    throw new Undecryptable(`${column} cannot be decrypted with the data key ${id}`, { cause: err })
  }
}
