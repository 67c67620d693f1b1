import { CallFailed } from '../../../contract/failures.ts'
import { PayAway } from './pay.ts'

/** Milliseconds in which a gateway must answer. */
export const gatewayTimeout = 5_000

/**
 * Asks a gateway. Whatever goes wrong on the way is PayAway with a reason for the log: of the libraries' errors only
 * the first words, since the rest holds whole requests.
 */
export async function inTime<T>(gateway: string, ask: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new PayAway(`${gateway}: no answer in time`)), gatewayTimeout)
  try {
    return await Promise.race([ask(), late])
  } catch (thrown) {
    if (thrown instanceof CallFailed) throw thrown
    const said = thrown instanceof Error ? thrown.message : String(thrown)
    throw new PayAway(`${gateway}: ${said.slice(0, 200)}`)
  } finally {
    clearTimeout(timer)
  }
}
