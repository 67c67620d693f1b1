import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../contract/envelope.ts'

/** State of the autosave. `refused`: the input is invalid, the form shows why. */
export type SaveState =
  | { readonly at: 'nothing' }
  | { readonly at: 'unsaved' }
  | { readonly at: 'saving' }
  | { readonly at: 'saved'; readonly time: string }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'refused' }
  /** Somebody else saved in between: autosave pauses until the user decides. */
  | { readonly at: 'conflict' }

/** Outcome of one save. */
export type SaveOutcome = 'kept' | 'refused' | Failure

export interface Autosave {
  readonly saveState: ReadableAtom<SaveState>
  /** Marks the form as changed and schedules a save. */
  readonly markChanged: () => void
  /** Saves pending changes at once; true if the server then has everything. */
  readonly flush: () => Promise<boolean>
  /** Waits for the running save and cancels the scheduled one. */
  readonly waitForPending: () => Promise<void>
  /** Resets to the unchanged state. */
  readonly reset: () => void
}

/** Milliseconds without an edit before a save; milliseconds before a failed save is retried. */
const saveDelayMs = 2_500
const retryDelayMs = 20_000

/** Whether an automatic retry may help: network errors, server errors, rate limits. */
const isTransient = ({ code }: Failure) => code === 0 || code === 429 || (code >= 500 && code < 600)

/** Saves edits to the server automatically, one request at a time. `save` sends the current values. */
export function createAutosave(save: () => Promise<SaveOutcome>): Autosave {
  const saveState = atom<SaveState>({ at: 'nothing' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  let dirty = false
  let generation = 0

  const scheduleFlush = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  async function run(): Promise<boolean> {
    const ownGeneration = generation
    dirty = false
    saveState.set({ at: 'saving' })
    const outcome = await save()
    if (ownGeneration !== generation) return false
    if (outcome === 'kept') {
      saveState.set(dirty ? { at: 'unsaved' } : { at: 'saved', time: new Date().toISOString() })
      return true
    }
    dirty = true
    if (outcome === 'refused') saveState.set({ at: 'refused' })
    else if (outcome.code === 409) saveState.set({ at: 'conflict' })
    else {
      saveState.set({ at: 'failed', failure: outcome })
      if (isTransient(outcome)) scheduleFlush(retryDelayMs)
    }
    return false
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (running !== undefined) await running
    if (saveState.get().at === 'conflict') return false
    if (!dirty) return true
    running ??= run().finally(() => (running = undefined))
    return (await running) && (!dirty || (await flush()))
  }

  return {
    saveState,
    markChanged: () => {
      dirty = true
      const { at } = saveState.get()
      if (at === 'conflict') return
      if (at !== 'saving') saveState.set({ at: 'unsaved' })
      scheduleFlush(saveDelayMs)
    },
    flush,
    waitForPending: async () => {
      clearTimeout(timer)
      await running
    },
    reset: () => {
      generation += 1
      clearTimeout(timer)
      dirty = false
      saveState.set({ at: 'nothing' })
    },
  }
}
