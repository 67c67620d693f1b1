import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'

/** What a screen reads from the server. `stale` tells that the newest reading failed and older content is shown. */
export type Loaded<T> =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure; readonly retrying: boolean }
  | { readonly at: 'ready'; readonly content: T; readonly refreshing: boolean; readonly stale: Failure | null }

export interface Loadable<T> {
  readonly state: ReadableAtom<Loaded<T>>
  /** Reads; of several readings under way only the last one counts. With `fresh` the old content goes at once. */
  readonly load: (ask: () => Promise<Answer<T>>, fresh?: boolean) => Promise<void>
  /** Changes what is shown without reading. */
  readonly change: (change: (content: T) => T) => void
  readonly reset: () => void
}

/** Codes that trying again does not mend: a right that is not there, a thing that is gone, a company not yet ready. */
export const isRefusal = ({ code }: Failure): boolean => [403, 404, 1010, 1011].includes(code)

/** One thing read from the server, with all its states. */
export function loadable<T>(): Loadable<T> {
  const state = atom<Loaded<T>>({ at: 'loading' })
  let turn = 0
  const begin = (fresh: boolean) => {
    const before = state.get()
    if (fresh || before.at === 'loading') state.set({ at: 'loading' })
    else if (before.at === 'failed') state.set({ ...before, retrying: true })
    else state.set({ ...before, refreshing: true })
  }
  return {
    state,
    load: async (ask, fresh = false) => {
      turn += 1
      const mine = turn
      begin(fresh)
      const answer = await ask()
      if (mine !== turn) return
      const before = state.get()
      if (answer.ok) state.set({ at: 'ready', content: answer.content, refreshing: false, stale: null })
      // Who may not see it any more is not shown what was there before.
      else if (before.at === 'ready' && !isRefusal(answer.failure))
        state.set({ ...before, refreshing: false, stale: answer.failure })
      else state.set({ at: 'failed', failure: answer.failure, retrying: false })
    },
    change: (change) => {
      const before = state.get()
      if (before.at === 'ready') state.set({ ...before, content: change(before.content) })
    },
    reset: () => {
      turn += 1
      state.set({ at: 'loading' })
    },
  }
}
