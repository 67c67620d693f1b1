import { customType } from 'drizzle-orm/pg-core'
import { decryptValue, encryptValue } from './cipher.ts'
import type { EncryptedName } from './columns.ts'

/**
 * Columns that lie encrypted and are plain to whoever reads them through drizzle. Each write has a nonce of its own:
 * they cannot be compared, searched or made unique in SQL. What is to be found by its value needs a keyed hash beside.
 */

/** A text. The empty one stays empty. */
export const encryptedText = (name: EncryptedName<'text'>) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (plain) => encryptValue(plain, name),
    fromDriver: (stored) => decryptValue(stored, name),
  })()

/** A JSON object whose `bankAccount` is encrypted. */
export function encryptedBankAccount<T extends { readonly bankAccount?: string }>(name: EncryptedName<'bankAccount'>) {
  const change = (value: T, by: (text: string, column: string) => string): T =>
    value.bankAccount === undefined ? value : { ...value, bankAccount: by(value.bankAccount, name) }
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
    // A JSON string whose quotation marks the driver took away already.
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
