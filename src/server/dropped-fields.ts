import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Maximum number of distinct names logged per process, to bound the log. */
const maxLogged = 2_000
/** Maximum logged characters of a name. */
const maxLength = 100

/** Fields of calls of the specification that the contract does not know, and which are ignored. */
export interface DroppedFields {
  /** Counts ignored fields of a body; logs each name once. */
  readonly note: (path: string, fields: readonly string[]) => void
}

/** Logs each dropped field once per process and counts all in `portal_dropped_fields_total`. */
export function createDroppedFields(log: Logger, metrics: Pick<Metrics, 'droppedFields'>): DroppedFields {
  const logged = new Set<string>()
  return {
    note: (path, fields) => {
      metrics.droppedFields(path, fields.length)
      for (const dotted of fields) {
        if (logged.size >= maxLogged) return
        // List indexes are replaced by `*`.
        const field = dotted.replace(/(^|\.)\d+(?=\.|$)/g, '$1*').slice(0, maxLength)
        if (logged.has(`${path} ${field}`)) continue
        logged.add(`${path} ${field}`)
        log.warn({ path, field }, 'unknown field, dropped')
      }
    },
  }
}
