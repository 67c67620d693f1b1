import { customType } from 'drizzle-orm/pg-core'
import { decryptValue, encryptValue } from './cipher.ts'
import { encryptedColumns, type EncryptedName } from './columns.ts'

/**
 * Columns that lie encrypted and are plain to whoever reads them through drizzle. Each write has a nonce of its own:
 * they cannot be compared, searched or made unique in SQL. What is to be found by its value needs a keyed hash beside.
 */

type NameOf<Form> = {
  [Name in EncryptedName]: (typeof encryptedColumns)[Name]['form'] extends Form ? Name : never
}[EncryptedName]

/** A text. The empty one stays empty. */
export const encryptedText = (name: NameOf<'text'>) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (plain) => encryptValue(plain, name),
    fromDriver: (stored) => decryptValue(stored, name),
  })()

const parsed = (stored: unknown): unknown => (typeof stored === 'string' ? parsedText(stored) : stored)
function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A JSON string whose quotation marks the driver took away already.
    return text
  }
}

/** A JSON object of which one field, a text, is encrypted. */
export function encryptedField<T extends object>(name: NameOf<{ readonly field: string }>) {
  const { field } = encryptedColumns[name].form
  const change = (value: object, by: (text: string, column: string) => string): object => {
    const text: unknown = Reflect.get(value, field)
    return typeof text === 'string' ? { ...value, [field]: by(text, name) } : value
  }
  return customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(change(value, encryptValue)),
    fromDriver: (stored) => change(parsed(stored) as T, decryptValue) as T,
  })()
}

/** Any JSON value, encrypted as a whole. */
export const encryptedJson = (name: NameOf<'whole'>) =>
  customType<{ data: unknown; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(encryptValue(JSON.stringify(value), name)),
    fromDriver: (stored) => {
      const value = parsed(stored)
      return typeof value === 'string' ? parsedText(decryptValue(value, name)) : value
    },
  })()
