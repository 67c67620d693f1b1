import { Overloaded } from '../domain/operations/admission-limit.ts'

/** The database cannot be reached, or has said nothing for longer than a statement may take. */
export class DatabaseAway extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseAway'
  }
}

/** A statement or a lock took too long (57014, 55P03), or the server is short of something (class 53). */
const busy = /^(57014|55P03|53...)$/
/** The server is ending, starting or has ended this connection (57P0x, 25P03), or the connection is broken (class 08). */
const away = /^(57P0.|25P03|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** What pg says of a connection that is gone, without any code. */
const gone = /^Connection terminated|^Client has encountered a connection error|^timeout expired/

/**
 * Why the database did not do its work: it is asked too much at once, or not there. Undefined for any other error, that
 * of a wrong statement as well.
 */
export function databaseFault(thrown: unknown): 'busy' | 'unavailable' | undefined {
  for (let one = thrown, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    // By their names: Astro bundles these classes a second time.
    if (one.name === Overloaded.name) return 'busy'
    if (one.name === DatabaseAway.name) return 'unavailable'
    const code = 'code' in one && typeof one.code === 'string' ? one.code : ''
    const isOfDatabase = depth > 0 || 'severity' in one
    if (isOfDatabase && busy.test(code)) return 'busy'
    if (isOfDatabase && (away.test(code) || gone.test(one.message))) return 'unavailable'
  }
  return undefined
}
