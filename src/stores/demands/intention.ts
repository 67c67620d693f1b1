const key = (name: string) => `intention:${name}`

/**
 * The idempotency key of one intention, such as `deal:12`: the same through retries, reloads and a login in between,
 * so that whatever is repeated happens once.
 */
export function intentionKey(name: string): string {
  const kept = sessionStorage.getItem(key(name))
  if (kept !== null) return kept
  const made = crypto.randomUUID()
  sessionStorage.setItem(key(name), made)
  return made
}

/** The intention came to its end: a later one of the same name is another one. */
export const intentionDone = (name: string): void => sessionStorage.removeItem(key(name))
