import { CallFailed, failedFor } from '../../contract/failures.ts'

interface Waiting {
  readonly bytes: number
  readonly enter: () => void
}

/**
 * Bytes of files that the process has in memory at once. Whoever finds no room waits for it, in order; the room is
 * given back when the file is stored or refused.
 */
export class ByteRoom {
  readonly #size: number
  readonly #patience: number
  readonly #queue: Waiting[] = []
  #taken = 0

  /** @param patience milliseconds that one waits at most */
  constructor(size: number, patience: number) {
    this.#size = size
    this.#patience = patience
  }

  /** Gives the function that leaves the room; to be called once, whatever happens. Throws CallFailed tooMany. */
  async take(bytes: number): Promise<() => void> {
    if (bytes > this.#size) throw new CallFailed('tooLarge')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { bytes, enter: resolve }
    this.#queue.push(one)
    const timer = setTimeout(() => {
      const at = this.#queue.indexOf(one)
      if (at < 0) return
      this.#queue.splice(at, 1)
      reject(failedFor('tooMany', 10))
    }, this.#patience)
    this.#next()
    await promise.finally(() => clearTimeout(timer))
    let isHere = true
    return () => {
      if (!isHere) return
      isHere = false
      this.#taken -= bytes
      this.#next()
    }
  }

  #next(): void {
    for (;;) {
      const [first] = this.#queue
      if (first === undefined || this.#taken + first.bytes > this.#size) return
      this.#queue.shift()
      this.#taken += first.bytes
      first.enter()
    }
  }
}

/** Room for uploads that are being read, checked and stored: the largest form and a little beside it. */
export const uploadRoom = new ByteRoom(32 * 1024 * 1024, 60_000)
