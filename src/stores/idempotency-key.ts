import { asText, persistedValue } from './persisted-storage.ts'

const persistedKey = (name: string) => persistedValue('tab', `idempotency:${name}`, asText)

/**
 * The idempotency key of one submission, under a name such as `deal:12`: the same across retries, reloads and a login in
 * between, so that repeating it has no further effect.
 */
export function getIdempotencyKey(name: string): string {
  const before = persistedKey(name).read()
  if (before !== undefined) return before
  const made = crypto.randomUUID()
  persistedKey(name).save(made)
  return made
}

/** Clears the key after success: the next submission of the same name gets a new one. */
export const clearIdempotencyKey = (name: string): void => persistedKey(name).clear()
