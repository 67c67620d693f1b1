import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'
import { isOutdated, nextOf } from './deciding.ts'
import { loadable, type Loaded } from './loaded.ts'

type ReviewVerdict = 'pass' | 'reject'

/** Which row is open, and how the verdict on it fares. */
export interface OpenReview<Row> {
  readonly row: Row
  readonly sending: boolean
  readonly failure: Failure | null
}

export interface Reviewing<Row, Content> {
  /** Null while the list is shown. */
  readonly open: ReadableAtom<OpenReview<Row> | null>
  /** The open one, whole. */
  readonly opened: ReadableAtom<Loaded<Content>>
  /** Opens one to be read. */
  readonly read: (row: Row) => Promise<void>
  /** Back to the list, which may have changed meanwhile. */
  readonly close: () => void
  /** Decides on the open one, once, about what was read. The next one opens by itself. True when it was taken. */
  readonly decide: (verdict: ReviewVerdict, reason: string) => Promise<boolean>
}

interface Deeds<Row, Content> {
  /** What waits, in the order of the list. */
  readonly rows: () => readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly read: (row: Row) => Promise<Answer<Content>>
  readonly send: (content: Content, verdict: ReviewVerdict, reason: string) => Promise<Answer<unknown>>
  /** Reads the list again. */
  readonly load: () => Promise<void>
}

/** The reading of what waits for its review, one after the other. */
export function oneByOne<Row, Content>(deeds: Deeds<Row, Content>): Reviewing<Row, Content> {
  const open = atom<OpenReview<Row> | null>(null)
  const content = loadable<Content>()
  const read = async (row: Row) => {
    open.set({ row, sending: false, failure: null })
    await content.load(() => deeds.read(row), true)
  }
  return {
    ...{ open, opened: content.state, read },
    close: () => {
      if (open.get()?.sending === true) return
      open.set(null)
      void deeds.load()
    },
    decide: async (verdict, reason) => {
      const [now, shown] = [open.get(), content.state.get()]
      if (now === null || now.sending || shown.at !== 'ready') return false
      open.set({ ...now, sending: true, failure: null })
      const answer = await deeds.send(shown.content, verdict, reason)
      if (!answer.ok) {
        open.set({ ...now, sending: false, failure: answer.failure })
        if (isOutdated(answer.failure)) void deeds.load()
        return false
      }
      const next = nextOf(deeds.rows(), (row) => deeds.keyOf(row) === deeds.keyOf(now.row))
      open.set(null)
      await Promise.all([deeds.load(), next === undefined ? undefined : read(next)])
      return true
    },
  }
}
