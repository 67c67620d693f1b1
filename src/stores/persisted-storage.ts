import type { z } from 'zod'

/** A value persisted in web storage under a key: it survives reloads and the redirect to the login and back. */
export interface PersistedValue<T> {
  /** Undefined if nothing is stored or the stored value is invalid. */
  readonly read: () => T | undefined
  readonly save: (value: T) => void
  readonly clear: () => void
}

/** `tab`: sessionStorage; `browser`: localStorage, shared between tabs and kept after a restart. */
type StorageScope = 'tab' | 'browser'
const storageOf = (place: StorageScope): Storage => (place === 'tab' ? sessionStorage : localStorage)

/** Fallback for values that a full or forbidden storage did not accept; lost when the page closes. */
const memoryFallback = new Map<string, string>()

function readText(place: StorageScope, key: string): string | null {
  const text = memoryFallback.get(key)
  if (text !== undefined) return text
  try {
    return storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** Whether any value, valid or not, is stored under the key. */
export const isPersisted = (place: StorageScope, key: string): boolean => readText(place, key) !== null

export function clearPersisted(place: StorageScope, key: string): void {
  memoryFallback.delete(key)
  try {
    storageOf(place).removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** `readAs` validates the stored JSON; undefined discards it, for example the format of an older release. */
export function persistedValue<T>(
  place: StorageScope,
  key: string,
  readAs: (read: unknown) => T | undefined,
): PersistedValue<T> {
  return {
    read: () => parsePersisted(readText(place, key), readAs),
    save: (value) => {
      const text = JSON.stringify(value)
      try {
        storageOf(place).setItem(key, text)
        memoryFallback.delete(key)
      } catch {
        memoryFallback.set(key, text)
      }
    },
    clear: () => clearPersisted(place, key),
  }
}

/** Parses stored text, such as the `newValue` of a storage event. */
export function parsePersisted<T>(text: string | null, readAs: (read: unknown) => T | undefined): T | undefined {
  if (text === null) return undefined
  try {
    return readAs(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Validator for values with a zod schema. */
export const withSchema =
  <T>(shape: z.ZodType<T>) =>
  (read: unknown): T | undefined =>
    shape.safeParse(read).data

export const asText = (read: unknown): string | undefined => (typeof read === 'string' ? read : undefined)

/** Reads string fields of a stored object by name; empty if missing. */
export function textFields(read: unknown): (name: string) => string {
  const texts = new Map(typeof read === 'object' && read !== null ? Object.entries(read) : [])
  return (name) => asText(texts.get(name)) ?? ''
}
