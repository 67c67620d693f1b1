import { atom } from 'nanostores'
import type { Outcomes } from '../contract/daily-list.ts'
import type { Answer, Failure } from '../contract/envelope.ts'

/** Action on several rows: being asked about, sent, or done with some refused. */
export type SelectedAction<Kind extends string, Row> = { readonly action: Kind; readonly rows: readonly Row[] } & (
  | { readonly at: 'asking'; readonly failure: Failure | null }
  | { readonly at: 'sending' }
  | { readonly at: 'told'; readonly outcomes: Outcomes }
)

/** Confirmation of actions on rows of a list; `reload` shows what they changed. */
export function selectedAction<Kind extends string, Row>(reload: () => Promise<void>) {
  const state = atom<SelectedAction<Kind, Row> | null>(null)
  return {
    state,
    open: (action: Kind, rows: readonly Row[]) => {
      if (rows.length > 0) state.set({ action, rows, at: 'asking', failure: null })
    },
    close: () => {
      if (state.get()?.at !== 'sending') state.set(null)
    },
    /** Runs the action that is being asked about, once. Returns how many rows it changed if that is all, else null. */
    run: async (send: (rows: readonly Row[], action: Kind) => Promise<Answer<Outcomes>>): Promise<number | null> => {
      const open = state.get()
      if (open?.at !== 'asking') return null
      const { action, rows } = open
      state.set({ action, rows, at: 'sending' })
      const answer = await send(rows, action)
      if (!answer.ok) {
        state.set({ action, rows, at: 'asking', failure: answer.failure })
        return null
      }
      const isComplete = answer.content.failed.length === 0
      state.set(isComplete ? null : { action, rows, at: 'told', outcomes: answer.content })
      await reload()
      return isComplete ? answer.content.done : null
    },
  }
}
