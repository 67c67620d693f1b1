import { CallFailed, failedFor } from '../../../contract/failures.ts'
import { AdmissionLimit } from '../../../domain/operations/admission-limit.ts'

/**
 * Limits the bytes of files in memory. Requests wait in order; the bytes are released when the file is stored or
 * refused.
 */
export class ByteLimit {
  readonly #size: number
  readonly #limit: AdmissionLimit

  /** @param patience maximum wait in milliseconds */
  constructor(size: number, patience: number) {
    this.#size = size
    this.#limit = new AdmissionLimit({ room: size, queue: Infinity, patience, refuse: () => failedFor('tooMany', 10) })
  }

  get state() {
    return this.#limit.state
  }

  /** Returns the release function; must be called exactly once. Throws CallFailed tooMany. */
  async take(bytes: number): Promise<() => void> {
    if (bytes > this.#size) throw new CallFailed('tooLarge')
    return this.#limit.take({ size: bytes })
  }
}

/** Limit for uploads being processed: slightly more than the largest form. */
export const uploadByteLimit = new ByteLimit(32 * 1024 * 1024, 60_000)
