import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'
import { failures } from '../contract/failures.ts'

const { stepNotAllowed, conflict, notFound, budgetClosed } = failures
const outdated: readonly number[] = [stepNotAllowed, conflict, notFound, budgetClosed].map(({ code }) => code)

/** Whether the failure means that the shown row is outdated: changed, decided or deleted by somebody else. */
export const isOutdated = ({ code }: Failure): boolean => outdated.includes(code)

/** The row after the decided one; the first remaining row if it was the last. */
export function nextRow<Row>(rows: readonly Row[], isDecided: (row: Row) => boolean): Row | undefined {
  const place = rows.findIndex(isDecided)
  const others = rows.filter((_, index) => index !== place)
  return others[place] ?? others[0]
}

/** A reviewer's verdict; a rejection has a reason. */
export interface Verdict {
  readonly event: 'pass' | 'reject'
  readonly reason: string
}

/** The row that is open for a decision, with its submit state. */
interface DecisionState<Subject> {
  readonly subject: Subject
  readonly sending: boolean
  readonly failure: Failure | null
}

export interface RowDecision<Subject, Words> {
  /** Null while nothing is open. */
  readonly state: ReadableAtom<DecisionState<Subject> | null>
  readonly open: (subject: Subject) => void
  readonly close: () => void
  /** Submits the decision once; true on success. */
  readonly submit: (words: Words) => Promise<boolean>
}

/** A decision on one row of a list: `send` submits it, `load` reloads the list. */
export function rowDecision<Subject, Words>(
  send: (subject: Subject, words: Words) => Promise<Answer<unknown>>,
  load: () => Promise<void>,
): RowDecision<Subject, Words> {
  const state = atom<DecisionState<Subject> | null>(null)
  return {
    state,
    open: (subject) => state.set({ subject, sending: false, failure: null }),
    close: () => {
      if (state.get()?.sending !== true) state.set(null)
    },
    submit: async (words) => {
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

interface RowActions<Event> {
  /** Id of the row whose action is pending; null otherwise. */
  readonly moving: ReadableAtom<number | null>
  /** Failure of the last action. */
  readonly refusal: ReadableAtom<Failure | null>
  /** Runs the action; ignored while another is pending. True on success. */
  readonly step: (id: number, event: Event) => Promise<boolean>
}

/** Actions of list rows that need no confirmation. */
export function rowActions<Event>(
  send: (id: number, event: Event) => Promise<Answer<unknown>>,
  load: () => Promise<void>,
): RowActions<Event> {
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
