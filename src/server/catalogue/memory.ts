import type { Db } from '../../db/open.ts'
import type { Context } from '../handler.ts'

interface Kept<T> {
  readonly value: Promise<T>
  /** Number of the page cache's latest invalidation when it was read. */
  readonly moment: number
  readonly until: number
}

interface Options<T> {
  /** Values held at once; with one more all are forgotten. */
  readonly most?: number
  /** Which values are worth keeping: all, unless told. */
  readonly keeps?: (value: T) => boolean
}

const freshMs = 15_000

/**
 * A memory for what costs more to read than it is worth to be right to the second: facet counts, answers to pages. Kept for seconds only, and
 * never past a write that empties public pages: such a page is drawn with new counts.
 */
export function memory<T>({ most = 1_000, keeps = () => true }: Options<T> = {}) {
  const databases = new WeakMap<Db, Map<string, Kept<T>>>()
  return (
    { db, pages }: { db: Db; pages: Pick<Context['pages'], 'moment'> },
    key: string,
    read: () => Promise<T>,
  ): Promise<T> => {
    const kept = databases.get(db) ?? new Map<string, Kept<T>>()
    databases.set(db, kept)
    const moment = pages.moment()
    const known = kept.get(key)
    if (known !== undefined && known.moment === moment && known.until > Date.now()) return known.value
    const value = read()
    if (kept.size >= most) kept.clear()
    kept.set(key, { value, moment, until: Date.now() + freshMs })
    value.then(
      (answer) => keeps(answer) || kept.delete(key),
      () => kept.delete(key),
    )
    return value
  }
}
