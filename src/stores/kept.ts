import type { z } from 'zod'

/** Something kept under a name: over reloads, and on the way through the login and back. */
export interface Kept<T> {
  /** Undefined where nothing is kept, or nothing that can be read. */
  readonly read: () => T | undefined
  readonly keep: (value: T) => void
  readonly clear: () => void
}

/** `tab` ends with its tab; `browser` is there for every tab and after a restart. */
type Place = 'tab' | 'browser'
const storageOf = (place: Place): Storage => (place === 'tab' ? sessionStorage : localStorage)

/** What a full or forbidden storage did not take: kept as long as the page is open. */
const notTaken = new Map<string, string>()

function textOf(place: Place, key: string): string | null {
  const text = notTaken.get(key)
  if (text !== undefined) return text
  try {
    return storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** Whether something is kept under the name, whatever it is. */
export const isKept = (place: Place, key: string): boolean => textOf(place, key) !== null

export function clearKept(place: Place, key: string): void {
  notTaken.delete(key)
  try {
    storageOf(place).removeItem(key)
  } catch {
    // Where nothing can be kept, nothing is to be cleared.
  }
}

/** `readAs` makes a value of what was kept; what it does not know, such as an older release's, counts as nothing. */
export function kept<T>(place: Place, key: string, readAs: (read: unknown) => T | undefined): Kept<T> {
  return {
    read: () => readKept(textOf(place, key), readAs),
    keep: (value) => {
      const text = JSON.stringify(value)
      try {
        storageOf(place).setItem(key, text)
        notTaken.delete(key)
      } catch {
        notTaken.set(key, text)
      }
    },
    clear: () => clearKept(place, key),
  }
}

/** Reads a text that was kept, as another tab tells of it. */
export function readKept<T>(text: string | null, readAs: (read: unknown) => T | undefined): T | undefined {
  if (text === null) return undefined
  try {
    return readAs(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** For what is kept in a shape of zod. */
export const shaped =
  <T>(shape: z.ZodType<T>) =>
  (read: unknown): T | undefined =>
    shape.safeParse(read).data

export const asText = (read: unknown): string | undefined => (typeof read === 'string' ? read : undefined)

/** The texts of what was kept, by name: an empty one where there is none. */
export function textsOf(read: unknown): (name: string) => string {
  const texts = new Map(typeof read === 'object' && read !== null ? Object.entries(read) : [])
  return (name) => asText(texts.get(name)) ?? ''
}
