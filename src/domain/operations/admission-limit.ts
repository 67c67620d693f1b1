export const overloadedMessage = 'Too much is going on at once'

/** Thrown when the queue is full or the wait took too long. */
export class Overloaded extends Error {
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(overloadedMessage)
    this.name = 'Overloaded'
    this.retryAfter = retryAfter
  }
}

/** Seconds that whoever is refused is told to wait. */
const retryAfter = 5

export interface AdmissionOptions {
  /** How much may be inside at once: pieces of work, or bytes. */
  readonly room: number
  /** Part of the room that only what goes first may enter. */
  readonly reserved?: number
  /** Most of the room that one key takes; the whole where it is not told. */
  readonly perKey?: number
  /** How many may wait; what goes first is counted apart. */
  readonly queue: number
  /** Milliseconds that one waits at most. */
  readonly patience: number
  /** The error for whoever is refused, from the number of those who wait. */
  readonly refuse?: (waiting: number) => Error
}

/** What is to be let in. */
export interface Admission {
  /** Its part of the room; 1 where it is not told. */
  readonly size?: number
  /** Whose it is: one key takes no more than `perKey`. */
  readonly key?: string
  /** Goes before all others, and into the reserved part. */
  readonly first?: boolean
  /**
   * When what it belongs to began (performance.now()): the older goes before the younger. Now, where it is not told.
   */
  readonly since?: number
  /** Milliseconds that this one waits, where it is less than others do. */
  readonly patience?: number
}

/** Figures of a limit for the operators. */
export interface AdmissionState {
  readonly running: number
  readonly waiting: number
  /** Refused since the start: the queue was full, or it took too long. */
  readonly refused: number
}

interface QueueEntry {
  readonly size: number
  readonly key: string | undefined
  readonly first: boolean
  readonly since: number
  readonly enter: () => void
}

/**
 * Limits concurrent work to a capacity. Further requests wait in a queue bounded in length and time: priority ones
 * first,
 * then the oldest. Requests whose key has used its share are overtaken; requests that do not fit are not, so that small
 * ones cannot starve a large one.
 */
export class AdmissionLimit {
  readonly #options: Required<Pick<AdmissionOptions, 'reserved' | 'perKey' | 'refuse'>> & AdmissionOptions
  readonly #queue: QueueEntry[] = []
  readonly #keys = new Map<string, number>()
  #taken = 0
  #running = 0
  #refused = 0

  constructor(options: AdmissionOptions) {
    this.#options = {
      ...options,
      reserved: options.reserved ?? 0,
      perKey: options.perKey ?? Infinity,
      refuse: options.refuse ?? (() => new Overloaded(retryAfter)),
    }
  }

  get state(): AdmissionState {
    return { running: this.#running, waiting: this.#queue.length, refused: this.#refused }
  }

  /** Returns the idempotent function that releases the capacity. Throws the error of `refuse`. */
  async take(request: Admission = {}): Promise<() => void> {
    const { size = 1, key, first = false, since = performance.now() } = request
    if (size > this.#options.room) throw this.#refusal()
    const { promise, resolve } = Promise.withResolvers<'in' | 'late'>()
    const one: QueueEntry = { size, key, first, since, enter: () => resolve('in') }
    this.#enqueue(one)
    this.#next()
    if (this.#queue.includes(one)) {
      const ofKind = this.#queue.reduce((count, other) => count + (other.first === first ? 1 : 0), 0)
      if (ofKind > this.#options.queue) {
        this.#remove(one)
        throw this.#refusal()
      }
      const patience = Math.min(request.patience ?? Infinity, this.#options.patience)
      const late = () => this.#remove(one) && resolve('late')
      const timer = patience === Infinity ? undefined : setTimeout(late, Math.max(0, patience))
      const came = await promise
      clearTimeout(timer)
      if (came === 'late') throw this.#refusal()
    }
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#taken -= size
      this.#running -= 1
      if (key !== undefined) this.#keys.set(key, (this.#keys.get(key) ?? 0) - size)
      this.#next()
    }
  }

  #refusal(): Error {
    this.#refused += 1
    return this.#options.refuse(this.#queue.length)
  }

  #enqueue(one: QueueEntry): void {
    let at = this.#queue.length
    while (at > 0 && isBefore(one, this.#queue[at - 1])) at -= 1
    this.#queue.splice(at, 0, one)
  }

  #remove(one: QueueEntry): boolean {
    const at = this.#queue.indexOf(one)
    if (at >= 0) this.#queue.splice(at, 1)
    // A smaller request may fit now.
    if (at >= 0) this.#next()
    return at >= 0
  }

  #next(): void {
    const { room, reserved, perKey } = this.#options
    let at = 0
    for (;;) {
      const one = this.#queue[at]
      if (one === undefined) return
      const { size, key, first } = one
      if (this.#taken + size > (first ? room : room - reserved)) return
      const ofKey = key === undefined ? 0 : (this.#keys.get(key) ?? 0)
      if (!first && key !== undefined && ofKey + size > perKey) {
        at += 1
        continue
      }
      this.#queue.splice(at, 1)
      this.#taken += size
      this.#running += 1
      if (key !== undefined) this.#keys.set(key, ofKey + size)
      one.enter()
    }
  }
}

function isBefore(one: QueueEntry, other: QueueEntry | undefined): boolean {
  if (other === undefined) return false
  return one.first === other.first ? one.since < other.since : one.first
}
