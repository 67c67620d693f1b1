import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import { cipherMark, decryptValue, encryptValue, lookupHash } from './cipher.ts'
import { encryptedColumns, type EncryptedName, type HashedName } from './columns.ts'

/**
 * Encrypted columns that drizzle reads as plain text. Each write has a new nonce, so they cannot be compared, searched
 * or unique in SQL. Values that must be found have an additional `lookupColumn`.
 */

/** An encrypted text. Empty stays empty. */
export const encryptedText = (name: EncryptedName<'text'>) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (plain) => encryptValue(plain, name),
    fromDriver: (stored) => decryptValue(stored, name),
  })()

/**
 * Keyed hash of an encrypted text: a generated column, so it is always up to date. Values compared with it are hashed
 * automatically: `eq(users.mobileHash, '13800138000')`. It takes indexes and unique constraints, and is null while the
 * row is in plain text or the text is empty.
 */
export function lookupColumn(name: HashedName) {
  const source = encryptedColumns.find((one) => one.name === name)?.column
  return customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (plain) => lookupHash(plain, name),
  })().generatedAlwaysAs(sql.raw(`substring("${source}" from '^${cipherMark}[^.]*[.](.+)$')`))
}

/** A JSON object with some encrypted fields, each with its own encryption name. */
export function encryptedFields<T extends object>(names: { readonly [Key in keyof T]?: EncryptedName<'field'> }) {
  const nameOf: ReadonlyMap<string, string> = new Map(Object.entries(names))
  const change = (value: T, by: (text: string, column: string) => string): T => {
    const changed = Object.entries(value).flatMap(([field, given]: [string, unknown]) => {
      const name = nameOf.get(field)
      return name === undefined || typeof given !== 'string' ? [] : [[field, by(given, name)] as const]
    })
    return Object.assign({ ...value }, Object.fromEntries(changed))
  }
  return customType<{ data: T; driverData: T | string }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(change(value, encryptValue)),
    fromDriver: (stored) => {
      const value: T = typeof stored === 'string' ? JSON.parse(stored) : stored
      return change(value, decryptValue)
    },
  })()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A JSON string that the driver has already unquoted.
    return text
  }
}

/** Any JSON value, encrypted as a whole. */
export const encryptedJson = (name: EncryptedName<'whole'>) =>
  customType<{ data: unknown; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(encryptValue(JSON.stringify(value), name)),
    fromDriver: (stored) => {
      const value = typeof stored === 'string' ? parsed(stored) : stored
      return typeof value === 'string' ? parsed(decryptValue(value, name)) : value
    },
  })()
