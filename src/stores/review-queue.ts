import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'
import { isOutdated, nextRow } from './row-decision.ts'
import { loadable, type Loaded } from './loadable.ts'

type ReviewVerdict = 'pass' | 'reject'

/** The open row with the submit state of its verdict. */
export interface OpenReview<Row> {
  readonly row: Row
  readonly sending: boolean
  readonly failure: Failure | null
}

export interface ReviewQueue<Row, Content> {
  /** Null while the list is shown. */
  readonly open: ReadableAtom<OpenReview<Row> | null>
  /** Full content of the open row. */
  readonly content: ReadableAtom<Loaded<Content>>
  /** Opens a row and loads its content. */
  readonly openRow: (row: Row) => Promise<void>
  /** Returns to the list and reloads it. */
  readonly close: () => void
  /** Submits the verdict on the loaded content once and opens the next row. True on success. */
  readonly decide: (verdict: ReviewVerdict, reason: string) => Promise<boolean>
}

interface ReviewQueueOptions<Row, Content> {
  /** Waiting rows, in list order. */
  readonly rows: () => readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly read: (row: Row) => Promise<Answer<Content>>
  readonly send: (content: Content, verdict: ReviewVerdict, reason: string) => Promise<Answer<unknown>>
  /** Reloads the list. */
  readonly load: () => Promise<void>
}

/** A queue of rows to review, opened one after the other. */
export function createReviewQueue<Row, Content>(options: ReviewQueueOptions<Row, Content>): ReviewQueue<Row, Content> {
  const open = atom<OpenReview<Row> | null>(null)
  const content = loadable<Content>()
  const openRow = async (row: Row) => {
    open.set({ row, sending: false, failure: null })
    await content.load(() => options.read(row), true)
  }
  return {
    open,
    content: content.state,
    openRow,
    close: () => {
      if (open.get()?.sending === true) return
      open.set(null)
      void options.load()
    },
    decide: async (verdict, reason) => {
      const [now, shown] = [open.get(), content.state.get()]
      if (now === null || now.sending || shown.at !== 'ready') return false
      open.set({ ...now, sending: true, failure: null })
      const answer = await options.send(shown.content, verdict, reason)
      if (!answer.ok) {
        open.set({ ...now, sending: false, failure: answer.failure })
        if (isOutdated(answer.failure)) void options.load()
        return false
      }
      const next = nextRow(options.rows(), (row) => options.keyOf(row) === options.keyOf(now.row))
      open.set(null)
      await Promise.all([options.load(), next === undefined ? undefined : openRow(next)])
      return true
    },
  }
}
