import { AsyncLocalStorage } from 'node:async_hooks'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'

/** Lane of the current work, for the admission queue of the database (async context). */
interface Lane {
  /** Domain of the call, or another kind of work: locked tables block one domain, not all. */
  readonly key: string
  /** Has priority: sign-in and health checks. */
  readonly first: boolean
  readonly since: number
  readonly patience: Patience
  readonly whole: WorkState
}

/** State of a whole piece of work. */
interface WorkState {
  /** Part of it failed because of the database. */
  faulty: boolean
}

/** Remaining milliseconds that the work may wait for the database, over all statements. */
interface Patience {
  left: number
  /** Number of statements waiting now, and since when. */
  waiting: number
  from: number
}

const lanes = new AsyncLocalStorage<Lane>()

/** Runs work in a lane. Nested work has its own key, and the age and patience of the outer work. */
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

/** Marks the current work as faulty: a part of it failed because of the database. */
export function markWorkFaulty(): void {
  const lane = lanes.getStore()
  if (lane !== undefined) lane.whole.faulty = true
}

/** Whether part of the current work failed because of the database: its result must not be cached. */
export const isWorkFaulty = (): boolean => lanes.getStore()?.whole.faulty === true

/** Waits for admission to the database, and counts the time against the patience of the lane. */
export async function admitToLane<T>(limit: AdmissionLimit, connect: (leave: () => void) => T): Promise<Awaited<T>> {
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
