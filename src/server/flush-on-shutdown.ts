import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Attempts and milliseconds between them: enough for a database restart, within the ten seconds of a shutdown. */
const [maxTries, retryDelayMs] = [4, 500]

/** Writes in-memory data before the process ends. What cannot be written is logged and lost. */
export async function flushOnShutdown(write: () => Promise<void>, log: Pick<Logger, 'error'>): Promise<void> {
  for (let left = maxTries; left > 0; left -= 1) {
    try {
      return await write()
    } catch (err) {
      if (left === 1) log.error({ err }, 'a last write failed')
      else await wait(retryDelayMs)
    }
  }
}
