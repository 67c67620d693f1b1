import { asText, kept } from './kept.ts'

const keyKept = (name: string) => kept('tab', `intention:${name}`, asText)

/**
 * The idempotency key of one intention, such as `deal:12`: the same through retries, reloads and a login in between,
 * so that whatever is repeated happens once.
 */
export function intentionKey(name: string): string {
  const before = keyKept(name).read()
  if (before !== undefined) return before
  const made = crypto.randomUUID()
  keyKept(name).keep(made)
  return made
}

/** The intention came to its end: a later one of the same name is another one. */
export const intentionDone = (name: string): void => keyKept(name).clear()
