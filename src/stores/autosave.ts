import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../contract/envelope.ts'

/** How the typed and the kept differ. `refused`: it cannot be kept as typed, the form says why. */
export type Saving =
  | { readonly at: 'nothing' }
  | { readonly at: 'unsaved' }
  | { readonly at: 'saving' }
  | { readonly at: 'saved'; readonly time: string }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'refused' }
  /** Somebody else saved in between: nothing is kept until the person decides. */
  | { readonly at: 'conflict' }

/** What became of one attempt to keep what was typed. */
export type Kept = 'kept' | 'refused' | Failure

export interface Autosave {
  readonly saving: ReadableAtom<Saving>
  /** Something was typed: it is kept a little later. */
  readonly touch: () => void
  /** Keeps at once what is not kept yet; true when the server then has all of it. */
  readonly flush: () => Promise<boolean>
  /** Waits for what is under way, and keeps nothing more by itself until something is typed. */
  readonly settle: () => Promise<void>
  /** Starts over with nothing to keep. */
  readonly reset: () => void
}

/** Milliseconds without typing after which what stands there is kept, and after which a failed keeping is tried again. */
const pause = 2_500
const again = 20_000

/** Codes that trying again by itself may mend: the line, the server, too many calls. */
const passing = ({ code }: Failure) => code === 0 || code === 429 || (code >= 500 && code < 600)

/** Keeps what is typed on the server by itself, one keeping at a time. `keep` sends what stands there now. */
export function autosave(keep: () => Promise<Kept>): Autosave {
  const saving = atom<Saving>({ at: 'nothing' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  let dirty = false
  let life = 0

  const later = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  async function run(): Promise<boolean> {
    const mine = life
    dirty = false
    saving.set({ at: 'saving' })
    const outcome = await keep()
    if (mine !== life) return false
    if (outcome === 'kept') {
      saving.set(dirty ? { at: 'unsaved' } : { at: 'saved', time: new Date().toISOString() })
      return true
    }
    dirty = true
    if (outcome === 'refused') saving.set({ at: 'refused' })
    else if (outcome.code === 409) saving.set({ at: 'conflict' })
    else {
      saving.set({ at: 'failed', failure: outcome })
      if (passing(outcome)) later(again)
    }
    return false
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (running !== undefined) await running
    if (saving.get().at === 'conflict') return false
    if (!dirty) return true
    running ??= run().finally(() => (running = undefined))
    return (await running) && (!dirty || (await flush()))
  }

  return {
    saving,
    touch: () => {
      dirty = true
      const { at } = saving.get()
      if (at === 'conflict') return
      if (at !== 'saving') saving.set({ at: 'unsaved' })
      later(pause)
    },
    flush,
    settle: async () => {
      clearTimeout(timer)
      await running
    },
    reset: () => {
      life += 1
      clearTimeout(timer)
      dirty = false
      saving.set({ at: 'nothing' })
    },
  }
}
