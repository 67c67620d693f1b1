import type { Db } from '../db/open.ts'
import type { Context } from './handler.ts'

/** Tag of what every page shows: categories, dictionaries and promotions. Pages carry it all, so a write redraws them. */
export const referenceTag = 'reference'

/** Where the invalidation of another process is not heard of, a change is seen after this time at the latest. */
const freshMs = 60_000
const most = 1_000

interface Kept<T> {
  readonly value: Promise<T>
  readonly readAt: number
  readonly until: number
}

/**
 * A memory of the process for what is read far more often than it is written: kept until a write invalidates one of
 * the tags, in this process or, through Redis, in another one, and a minute at most.
 */
export function keptUntilChange<T>(tags: readonly string[]) {
  const databases = new WeakMap<Db, Map<string, Kept<T>>>()
  return (
    { db, pages }: { db: Db; pages: Pick<Context['pages'], 'moment' | 'changedAt'> },
    key: string,
    read: () => Promise<T>,
  ): Promise<T> => {
    const kept = databases.get(db) ?? new Map<string, Kept<T>>()
    databases.set(db, kept)
    const known = kept.get(key)
    const isFresh = known !== undefined && known.until > Date.now() && pages.changedAt(tags) <= known.readAt
    if (isFresh) return known.value
    // Noted before the reading: what is written meanwhile has it read again.
    const readAt = pages.moment()
    const value = read()
    if (kept.size >= most) kept.clear()
    kept.set(key, { value, readAt, until: Date.now() + freshMs })
    value.catch(() => kept.delete(key))
    return value
  }
}
