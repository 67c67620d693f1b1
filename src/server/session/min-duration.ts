import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that hide the time of a write. */
const minDurationMs = 150

/**
 * Awaits work for at least 150 ms, so that its duration does not reveal whether an account exists.
 */
export async function withMinDuration<T>(work: Promise<T>): Promise<T> {
  const [done] = await Promise.all([work, wait(minDurationMs)])
  return done
}
