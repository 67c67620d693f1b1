import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'
import { failures } from '../contract/failures.ts'

const outdated: readonly number[] = [failures.stepNotAllowed.code, failures.conflict.code, failures.notFound.code]

/** Somebody else was quicker, or what is decided on has changed: what is shown is older than what happened. */
export const isOutdated = ({ code }: Failure): boolean => outdated.includes(code)

/** The row behind the one that was decided; the first of the others when none is behind. */
export function nextOf<Row>(rows: readonly Row[], isDecided: (row: Row) => boolean): Row | undefined {
  const place = rows.findIndex(isDecided)
  const others = rows.filter((_, index) => index !== place)
  return others[place] ?? others[0]
}

/** What a reviewer says; a rejection has its reason. */
export interface Verdict {
  readonly event: 'pass' | 'reject'
  readonly reason: string
}

/** What stands open over a list to be decided, and how its sending fares. */
interface Deciding<Subject> {
  readonly subject: Subject
  readonly sending: boolean
  readonly failure: Failure | null
}

export interface Decision<Subject, Words> {
  /** Null while nothing is open. */
  readonly state: ReadableAtom<Deciding<Subject> | null>
  readonly open: (subject: Subject) => void
  readonly close: () => void
  /** Sends the decision, once. True when it was taken. */
  readonly decide: (words: Words) => Promise<boolean>
}

/** A decision on one row of a list: `send` says it, `load` reads the list again. */
export function decision<Subject, Words>(
  send: (subject: Subject, words: Words) => Promise<Answer<unknown>>,
  load: () => Promise<void>,
): Decision<Subject, Words> {
  const state = atom<Deciding<Subject> | null>(null)
  return {
    state,
    open: (subject) => state.set({ subject, sending: false, failure: null }),
    close: () => {
      if (state.get()?.sending !== true) state.set(null)
    },
    decide: async (words) => {
      const now = state.get()
      if (now === null || now.sending) return false
      state.set({ ...now, sending: true, failure: null })
      const answer = await send(now.subject, words)
      state.set(answer.ok ? null : { ...now, sending: false, failure: answer.failure })
      if (answer.ok) await load()
      else if (isOutdated(answer.failure)) void load()
      return answer.ok
    },
  }
}

interface RowSteps<Event> {
  /** The row whose step is on its way; null otherwise. */
  readonly moving: ReadableAtom<number | null>
  /** Why the last step was not taken. */
  readonly refusal: ReadableAtom<Failure | null>
  /** Takes the step, once, however often it is pressed. True when it was taken. */
  readonly step: (id: number, event: Event) => Promise<boolean>
}

/** Steps that the rows of a list take without a question. */
export function rowSteps<Event>(
  send: (id: number, event: Event) => Promise<Answer<unknown>>,
  load: () => Promise<void>,
): RowSteps<Event> {
  const moving = atom<number | null>(null)
  const refusal = atom<Failure | null>(null)
  const step = async (id: number, event: Event) => {
    if (moving.get() !== null) return false
    moving.set(id)
    refusal.set(null)
    const answer = await send(id, event)
    moving.set(null)
    if (answer.ok) {
      await load()
      return true
    }
    refusal.set(answer.failure)
    if (isOutdated(answer.failure)) void load()
    return false
  }
  return { moving, refusal, step }
}
