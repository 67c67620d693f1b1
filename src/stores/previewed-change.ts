import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'

/** Dialog of a change of several rows: typing, the preview of what was typed, and sending. */
export type PreviewedState<Typed, Change, Row> =
  | { readonly at: 'closed' }
  | {
      readonly at: 'open'
      readonly typed: Typed
      /** Selected rows; none where the rows are typed. */
      readonly ids: readonly number[]
      /** Error of what was typed, shown with its field. */
      readonly fault: string | null
      readonly busy: 'preview' | 'change' | null
      readonly failure: Failure | null
      /** Preview of `change`; null until asked for, and after anything was typed. */
      readonly preview: { readonly change: Change; readonly rows: readonly Row[] } | null
    }

export interface PreviewedChange<Typed, Change, Row, Result> {
  readonly state: ReadableAtom<PreviewedState<Typed, Change, Row>>
  readonly open: (typed: Typed, ids: readonly number[]) => void
  readonly close: () => void
  readonly type: (change: Partial<Typed>) => void
  readonly showPreview: () => Promise<void>
  /** Makes the previewed change, once. Null on failure: what changed meanwhile is seen in a new preview. */
  readonly submit: () => Promise<Result | null>
}

interface Rules<Typed, Change, Row, Result> {
  /** The change that was typed, or its error. */
  readonly parse: (typed: Typed) => { readonly change: Change } | { readonly fault: string }
  readonly preview: (change: Change, ids: readonly number[]) => Promise<Answer<{ readonly rows: readonly Row[] }>>
  /** Sends the rows that can be changed. */
  readonly send: (rows: readonly Row[], change: Change) => Promise<Answer<Result>>
  readonly reload: () => Promise<void>
}

/** Rows that can be changed. */
export const changeableRows = <Row extends { readonly refused: string }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ refused }) => refused === '')

/** A change of several rows that is sent after its preview. */
export function previewedChange<Typed, Change, Row extends { readonly refused: string }, Result>({
  parse,
  preview,
  send,
  reload,
}: Rules<Typed, Change, Row, Result>): PreviewedChange<Typed, Change, Row, Result> {
  const state = atom<PreviewedState<Typed, Change, Row>>({ at: 'closed' })
  const idle = () => {
    const now = state.get()
    return now.at === 'open' && now.busy === null ? now : null
  }
  return {
    state,
    open: (typed, ids) => state.set({ at: 'open', typed, ids, fault: null, busy: null, failure: null, preview: null }),
    close: () => {
      const now = state.get()
      if (now.at === 'open' && now.busy !== 'change') state.set({ at: 'closed' })
    },
    type: (change) => {
      const now = state.get()
      // A preview that is being loaded is not of what is typed now: its answer is dropped.
      if (now.at === 'open' && now.busy !== 'change')
        state.set({ ...now, typed: { ...now.typed, ...change }, fault: null, busy: null, failure: null, preview: null })
    },
    showPreview: async () => {
      const now = idle()
      if (now === null) return
      const parsed = parse(now.typed)
      if ('fault' in parsed) return state.set({ ...now, fault: parsed.fault, preview: null })
      const { change } = parsed
      const asking = { ...now, fault: null, busy: 'preview' as const, failure: null, preview: null }
      state.set(asking)
      const answer = await preview(change, now.ids)
      // Closed or typed meanwhile.
      if (state.get() !== asking) return
      state.set({
        ...asking,
        busy: null,
        failure: answer.ok ? null : answer.failure,
        preview: answer.ok ? { change, rows: answer.content.rows } : null,
      })
    },
    submit: async () => {
      const now = idle()
      const rows = changeableRows(now?.preview?.rows ?? [])
      if (now === null || now.preview === null || rows.length === 0) return null
      state.set({ ...now, busy: 'change', failure: null })
      const answer = await send(rows, now.preview.change)
      if (!answer.ok) {
        // A request that may not have arrived is sent again as it is: with its versions it takes effect once.
        const kept = answer.failure.code === 0 ? now.preview : null
        state.set({ ...now, busy: null, failure: answer.failure, preview: kept })
        return null
      }
      state.set({ at: 'closed' })
      await reload()
      return answer.content
    },
  }
}

/** Rows that a failed change names in its content under `key`, with what `textOf` says of each. */
export function namedRows(
  { content }: Failure,
  key: string,
  textOf: (row: Readonly<Record<string, unknown>>) => string,
): readonly string[] {
  const rows = isRecord(content) ? content[key] : undefined
  return Array.isArray(rows) ? rows.filter(isRecord).map(textOf) : []
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
