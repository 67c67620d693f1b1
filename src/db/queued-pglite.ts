import { PGlite, type PGliteOptions, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { admitToLane } from './lanes.ts'

/** Milliseconds of statements after which the event loop runs. */
const sliceMs = 8

/**
 * The embedded database runs on the main thread. Statements pass a queue, which yields to the event loop between slices
 * of work.
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
    return admitToLane(this.#admission, (leave) => leave).then(async (leave) => {
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
