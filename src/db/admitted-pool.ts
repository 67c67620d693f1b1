import { Socket } from 'node:net'
import pg from 'pg'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { DatabaseAway } from './faults.ts'
import { admit } from './lanes.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void

/** Milliseconds for which nobody tries again, once the server could not be reached. */
const restMs = 1_000

interface PoolLimits {
  /** As many places as the pool has connections. */
  readonly admission: AdmissionLimit
  /** Milliseconds without a word after which a connection that somebody uses counts as dead. */
  readonly silence: number
}

/**
 * A pool with a queue of our own in front: bounded in number and time, with a share for each kind of work. A
 * connection that falls silent is ended instead of given to the next one, since nobody knows what became of its
 * transaction.
 */
export class AdmittedPool extends pg.Pool {
  readonly #limits: PoolLimits
  #awayUntil = 0

  constructor(options: pg.PoolConfig, limits: PoolLimits) {
    super(options)
    this.#limits = limits
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const client = admit(this.#limits.admission, (leave) => this.#lend(leave))
    if (callback === undefined) return client
    client.then(
      (lent) => callback(undefined, lent, lent.release),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), undefined, () => {}),
    )
  }

  async #lend(leave: () => void): Promise<pg.PoolClient> {
    try {
      if (performance.now() < this.#awayUntil) throw new DatabaseAway('The database could not be reached a moment ago')
      const client = await super.connect()
      const endWatch = this.#watch(client)
      const { release } = client
      client.release = (error) => {
        endWatch()
        leave()
        release(error)
      }
      return client
    } catch (cause) {
      leave()
      if (cause instanceof DatabaseAway) throw cause
      this.#awayUntil = performance.now() + restMs
      throw new DatabaseAway('The database cannot be reached', cause)
    }
  }

  #watch(client: pg.PoolClient): () => void {
    const stream: unknown = Reflect.get(Reflect.get(client, 'connection'), 'stream')
    if (!(stream instanceof Socket)) return () => {}
    const end = () => {
      this.#awayUntil = performance.now() + restMs
      stream.destroy(new DatabaseAway('The database has fallen silent'))
    }
    stream.setTimeout(this.#limits.silence, end)
    return () => stream.setTimeout(0, end)
  }
}
