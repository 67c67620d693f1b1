import type { z } from 'zod'
import { persistedValue, parsePersisted, withSchema, type PersistedValue } from './persisted-storage.ts'

/**
 * Form input persisted in this browser as it is typed; survives reload and login, shared between tabs.
 * The key contains the user id, so that another user of the same browser does not see it.
 */
export interface Draft<T> extends PersistedValue<T> {
  /** Subscribes to changes made in other tabs. Returns the unsubscribe function. */
  readonly listen: (typed: (values: T) => void) => () => void
}

/** A draft under its own name. Stored values that do not match the schema are ignored. */
export function createDraft<T>(userId: number, name: string, schema: z.ZodType<T>): Draft<T> {
  const key = `draft:${userId}:${name}`
  return {
    ...persistedValue('browser', key, withSchema(schema)),
    listen: (typed) => {
      const onStorage = (event: StorageEvent) => {
        const values = event.key === key ? parsePersisted(event.newValue, withSchema(schema)) : undefined
        if (values !== undefined) typed(values)
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
