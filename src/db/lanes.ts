import { AsyncLocalStorage } from 'node:async_hooks'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'

/** What a piece of work is to the queue in front of the database, through all that it awaits. */
interface Lane {
  /** Domain of the call, or another kind of work: tables that somebody holds locked hold up one domain, not all. */
  readonly key: string
  /** Goes before all others: signing in, and what tells whether the process is well. */
  readonly first: boolean
  readonly since: number
  readonly patience: Patience
  readonly whole: Whole
}

/** What is noted of a piece of work as a whole. */
interface Whole {
  /** Some of it failed because the database did not do its part. */
  faulty: boolean
}

/** Milliseconds that one piece of work may still wait for the database, all its statements together. */
interface Patience {
  left: number
  /** How many of its statements wait now, and since when. */
  waiting: number
  from: number
}

const lanes = new AsyncLocalStorage<Lane>()

/** Runs work in a lane. Work inside other work has its own key, and the age and the patience of the whole. */
export function inLane<T>(
  { key, first = false, patience = Infinity }: { key: string; first?: boolean; patience?: number },
  work: () => T,
): T {
  const outer = lanes.getStore()
  return lanes.run(
    {
      key,
      first: first || outer?.first === true,
      since: outer?.since ?? performance.now(),
      patience: outer?.patience ?? { left: patience, waiting: 0, from: 0 },
      whole: outer?.whole ?? { faulty: false },
    },
    work,
  )
}

/** Notes that the database failed some of the work that this is part of. */
export function noteFaulty(): void {
  const lane = lanes.getStore()
  if (lane !== undefined) lane.whole.faulty = true
}

/** Whether the database failed some of the work that this is part of: what came of it is not to be cached. */
export const isFaulty = (): boolean => lanes.getStore()?.whole.faulty === true

/** Waits for a place in front of the database, and counts the time against the patience of the lane. */
export async function admit<T>(limit: AdmissionLimit, connect: (leave: () => void) => T): Promise<Awaited<T>> {
  const lane = lanes.getStore()
  if (lane === undefined) return await connect(await limit.take())
  const { patience } = lane
  if (patience.waiting === 0) patience.from = performance.now()
  patience.waiting += 1
  try {
    return await connect(
      await limit.take({ key: lane.key, first: lane.first, since: lane.since, patience: patience.left }),
    )
  } finally {
    patience.waiting -= 1
    if (patience.waiting === 0) patience.left -= performance.now() - patience.from
  }
}
