import { setTimeout as pause } from 'node:timers/promises'

/** Whether a promise resolves within some milliseconds; a rejection counts as false. */
export async function resolvesWithin(ms: number, answer: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const late = pause(ms, false, { signal: over.signal }).catch(() => false)
  const came = answer.then(
    () => true,
    () => false,
  )
  return Promise.race([came, late]).finally(() => over.abort())
}
