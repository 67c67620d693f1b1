import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'

/** Content loaded from the server. `stale` is the failure of the last reload while older content is shown. */
export type Loaded<T> =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure; readonly retrying: boolean }
  | { readonly at: 'ready'; readonly content: T; readonly refreshing: boolean; readonly stale: Failure | null }

export interface Loadable<T> {
  readonly state: ReadableAtom<Loaded<T>>
  /** Loads; only the latest of concurrent requests counts. With `fresh` the old content is dropped at once. */
  readonly load: (ask: () => Promise<Answer<T>>, fresh?: boolean) => Promise<void>
  /** Shows content that came with the page. */
  readonly show: (content: T) => void
  /** Updates the content without a request. */
  readonly update: (change: (content: T) => T) => void
  readonly reset: () => void
}

/** Loaded content as the page brings it, for its first render. */
export const loadedContent = <T>(content: T): Loaded<T> => ({ at: 'ready', content, refreshing: false, stale: null })

/** Whether retrying cannot help: missing permission, not found, company not ready. */
export const isPermanentFailure = ({ code }: Failure): boolean => [403, 404, 1010, 1011].includes(code)

/** Creates a store for content loaded from the server, with its loading states. */
export function loadable<T>(): Loadable<T> {
  const state = atom<Loaded<T>>({ at: 'loading' })
  let latestRequest = 0
  const markLoading = (fresh: boolean) => {
    const before = state.get()
    if (fresh || before.at === 'loading') state.set({ at: 'loading' })
    else if (before.at === 'failed') state.set({ ...before, retrying: true })
    else state.set({ ...before, refreshing: true })
  }
  return {
    state,
    load: async (fetchContent, fresh = false) => {
      latestRequest += 1
      const ownRequest = latestRequest
      markLoading(fresh)
      const answer = await fetchContent()
      if (ownRequest !== latestRequest) return
      const before = state.get()
      if (answer.ok) state.set(loadedContent(answer.content))
      // After losing access the old content must not stay visible.
      else if (before.at === 'ready' && !isPermanentFailure(answer.failure))
        state.set({ ...before, refreshing: false, stale: answer.failure })
      else state.set({ at: 'failed', failure: answer.failure, retrying: false })
    },
    show: (content) => {
      latestRequest += 1
      state.set(loadedContent(content))
    },
    update: (change) => {
      const before = state.get()
      if (before.at === 'ready') state.set({ ...before, content: change(before.content) })
    },
    reset: () => {
      latestRequest += 1
      state.set({ at: 'loading' })
    },
  }
}
