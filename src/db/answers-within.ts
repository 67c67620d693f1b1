import { setTimeout as pause } from 'node:timers/promises'

/** Whether an answer came in so many milliseconds; an error is none. */
export async function answersWithin(ms: number, answer: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const late = pause(ms, false, { signal: over.signal }).catch(() => false)
  const came = answer.then(
    () => true,
    () => false,
  )
  return Promise.race([came, late]).finally(() => over.abort())
}
