import type { z } from 'zod'
import { kept, readKept, shaped, type Kept } from './kept.ts'

/**
 * What was typed into a form, kept in this browser as it is typed: through reload, login and a second tab.
 * `who` is the person, so that nobody else at this machine finds it.
 */
export interface Draft<T> extends Kept<T> {
  /** Hears what another tab typed. Returns the way to stop. */
  readonly listen: (typed: (values: T) => void) => () => void
}

/** A draft under a name of its own. What is kept in another shape than `shape` counts as nothing. */
export function draftOf<T>(who: number, name: string, shape: z.ZodType<T>): Draft<T> {
  const key = `draft:${who}:${name}`
  return {
    ...kept('browser', key, shaped(shape)),
    listen: (typed) => {
      const heard = (event: StorageEvent) => {
        const values = event.key === key ? readKept(event.newValue, shaped(shape)) : undefined
        if (values !== undefined) typed(values)
      }
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}
