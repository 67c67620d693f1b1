import { PGlite, type PGliteOptions, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { admit } from './lanes.ts'

/** Milliseconds of statements after which the process looks at its connections again. */
const sliceMs = 8

/**
 * The embedded database runs on the thread that answers everybody. A queue of our own stands in front of it, and
 * between slices of work the process reads and answers what else has come.
 */
export class QueuedPGlite extends PGlite {
  readonly #admission: AdmissionLimit
  #sliceFrom = 0

  constructor(options: PGliteOptions, admission: AdmissionLimit) {
    super(options)
    this.#admission = admission
  }

  override query<T>(query: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#inTurn(() => super.query<T>(query, params, options))
  }

  override exec(query: string, options?: QueryOptions): Promise<Results[]> {
    return this.#inTurn(() => super.exec(query, options))
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => super.transaction<T>(work))
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return admit(this.#admission, (leave) => leave).then(async (leave) => {
      try {
        return await work()
      } finally {
        if (performance.now() - this.#sliceFrom < sliceMs) leave()
        else
          setImmediate(() => {
            this.#sliceFrom = performance.now()
            leave()
          })
      }
    })
  }
}
