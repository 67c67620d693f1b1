import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that hide a write more or less. */
const evenMilliseconds = 150

/**
 * Waits for work whose success takes longer for a number that has an account than for one that has none: never less
 * than 150 ms from now.
 */
export async function inEvenTime<T>(work: Promise<T>): Promise<T> {
  const [done] = await Promise.all([work, wait(evenMilliseconds)])
  return done
}
