import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Tries in all and the milliseconds between them: a database that starts anew is back by then, and stopping has ten seconds. */
const [tries, restMs] = [4, 500]

/** Writes what a process still holds in its memory before it ends. What cannot be written is told to the log and lost. */
export async function lastWrite(write: () => Promise<void>, log: Pick<Logger, 'error'>): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    try {
      return await write()
    } catch (err) {
      if (left === 1) log.error({ err }, 'a last write failed')
      else await wait(restMs)
    }
  }
}
