import { Overloaded } from '../domain/operations/admission-limit.ts'

/** The database cannot be reached, or did not respond within the statement timeout. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseAway'
  }
}

/** Statement or lock timeout (57014, 55P03), or insufficient resources (class 53). */
const busyCodes = /^(57014|55P03|53...)$/
/** The server is stopping, starting or closed the connection (57P0x, 25P03), or the connection broke (class 08). */
const unavailableCodes = /^(57P0.|25P03|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** Messages of pg for a lost connection without a code. */
const connectionLostMessages = /^Connection terminated|^Client has encountered a connection error|^timeout expired/

/**
 * Classifies a database error: overloaded or unavailable. Undefined for any other error, including invalid
 * statements.
 */
export function databaseFailure(thrown: unknown): 'busy' | 'unavailable' | undefined {
  for (let one = thrown, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    // Compared by name: Astro bundles a second copy of these classes.
    if (one.name === Overloaded.name) return 'busy'
    if (one.name === DatabaseUnavailable.name) return 'unavailable'
    const code = 'code' in one && typeof one.code === 'string' ? one.code : ''
    const isOfDatabase = depth > 0 || 'severity' in one
    if (isOfDatabase && busyCodes.test(code)) return 'busy'
    if (isOfDatabase && (unavailableCodes.test(code) || connectionLostMessages.test(one.message))) return 'unavailable'
  }
  return undefined
}

/** Whether a query violated the unique constraint or index of this name; the same on both engines. */
export function violatesUnique(thrown: unknown, constraint: string): boolean {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && 'constraint' in thrown) return thrown.code === '23505' && thrown.constraint === constraint
  return violatesUnique(thrown.cause, constraint)
}
