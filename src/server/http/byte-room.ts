import { CallFailed, failedFor } from '../../contract/failures.ts'
import { AdmissionLimit } from '../../domain/operations/admission-limit.ts'

/**
 * Bytes of files that the process has in memory at once. Whoever finds no room waits for it, in order; the room is
 * given back when the file is stored or refused.
 */
export class ByteRoom {
  readonly #size: number
  readonly #limit: AdmissionLimit

  /** @param patience milliseconds that one waits at most */
  constructor(size: number, patience: number) {
    this.#size = size
    this.#limit = new AdmissionLimit({ room: size, queue: Infinity, patience, refuse: () => failedFor('tooMany', 10) })
  }

  get state() {
    return this.#limit.state
  }

  /** Gives the function that leaves the room; to be called once, whatever happens. Throws CallFailed tooMany. */
  async take(bytes: number): Promise<() => void> {
    if (bytes > this.#size) throw new CallFailed('tooLarge')
    return this.#limit.take({ size: bytes })
  }
}

/** Room for uploads that are being read, checked and stored: the largest form and a little beside it. */
export const uploadRoom = new ByteRoom(32 * 1024 * 1024, 60_000)
