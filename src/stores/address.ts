import { atom, type ReadableAtom } from 'nanostores'

/** What a page keeps in its address, so that back works and a link shows the same. */
export interface Address<Q> {
  /** Null before `start`, which is on the server and before hydration. */
  readonly query: ReadableAtom<Q | null>
  /** Reads the address, and again whenever the person goes back or on. Returns the way to stop. */
  readonly start: (changed: () => void) => () => void
  /** Changes some of it; the address follows. */
  readonly set: (change: Partial<Q>) => void
}

/** Values as an address holds them; undefined and empty ones are left out. */
type Written = Readonly<Record<string, string | number | undefined>>

/** An address of a shape of one's own: how it is read, and how it is written. */
export function addressOf<Q extends object>(
  read: (given: URLSearchParams) => Q,
  write: (query: Q) => Written,
): Address<Q> {
  const query = atom<Q | null>(null)
  let tell = () => {}
  return {
    query,
    start: (changed) => {
      tell = changed
      const hear = () => {
        query.set(read(new URLSearchParams(location.search)))
        changed()
      }
      hear()
      addEventListener('popstate', hear)
      return () => removeEventListener('popstate', hear)
    },
    set: (change) => {
      const before = query.get()
      if (before === null) return
      const next = { ...before, ...change }
      query.set(next)
      const kept = new URLSearchParams()
      for (const [name, value] of Object.entries(write(next))) {
        if (value !== undefined && value !== '') kept.set(name, String(value))
      }
      const text = kept.toString()
      history.pushState(null, '', location.pathname + (text === '' ? '' : `?${text}`))
      tell()
    },
  }
}

/** A whole number from 1 out of an address, or undefined. */
export function numberIn(given: URLSearchParams, name: string): number | undefined {
  const value = Number(given.get(name))
  return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : undefined
}
