import { z } from 'zod'

/**
 * What was typed into a form, kept in this browser as it is typed: through reload, login and a second tab.
 * `who` is the person, so that nobody else at this machine finds it.
 */
export interface Draft<T> {
  readonly read: () => T | undefined
  readonly keep: (values: T) => void
  readonly clear: () => void
  /** Hears what another tab typed. Returns the way to stop. */
  readonly listen: (typed: (values: T) => void) => () => void
}

/** A draft under a name of its own. What is kept in another shape than `shape` counts as nothing. */
export function draftOf<T>(who: number, name: string, shape: z.ZodType<T>): Draft<T> {
  const key = `draft:${who}:${name}`
  const parse = (text: string | null): T | undefined => {
    if (text === null) return undefined
    try {
      const read = shape.safeParse(JSON.parse(text))
      return read.success ? read.data : undefined
    } catch {
      return undefined
    }
  }
  return {
    read: () => parse(localStorage.getItem(key)),
    keep: (values) => {
      try {
        localStorage.setItem(key, JSON.stringify(values))
      } catch {
        // A full or forbidden store: the form still works, only without a draft.
      }
    },
    clear: () => localStorage.removeItem(key),
    listen: (typed) => {
      const heard = (event: StorageEvent) => {
        const values = event.key === key ? parse(event.newValue) : undefined
        if (values !== undefined) typed(values)
      }
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}
