import type { Db } from '../db/open.ts'
import type { Context } from './handler.ts'

/** Tag of data on every page: categories, dictionaries and promotions. A write invalidates all pages. */
export const referenceTag = 'reference'

interface CachedRead<T> {
  readonly value: Promise<T>
  /** The page cache's latest invalidation when it was read. */
  readonly readAt: number
  /** Milliseconds of the clock. */
  readonly until: number
}

interface CacheRules<T> {
  /** Tags that invalidate the value; without tags, every invalidation of public pages does. */
  readonly tags?: readonly string[]
  /**
   * Maximum age in seconds, since invalidations by other processes may be missed: default 60, without tags 15.
   */
  readonly seconds?: number
  /** Maximum number of values; beyond it all are removed. */
  readonly max?: number
  /** Which values are cached; default all. */
  readonly accepts?: (value: T) => boolean
}

/**
 * Caches values that are read far more often than written, per database: reference data, facet counts, responses for
 * pages. Concurrent reads are shared.
 */
export function cachedReads<T>({
  tags,
  seconds = tags === undefined ? 15 : 60,
  max = 1_000,
  accepts = () => true,
}: CacheRules<T> = {}) {
  const databases = new WeakMap<Db, Map<string, CachedRead<T>>>()
  return (
    { db, pages }: { db: Db; pages: Pick<Context['pages'], 'moment' | 'changedAt'> },
    key: string,
    read: () => Promise<T>,
  ): Promise<T> => {
    const cached = databases.get(db) ?? new Map<string, CachedRead<T>>()
    databases.set(db, cached)
    const known = cached.get(key)
    const changedAt = tags === undefined ? pages.moment() : pages.changedAt(tags)
    if (known !== undefined && known.until > Date.now() && changedAt <= known.readAt) return known.value
    // Taken before the read: a write during the read invalidates the value.
    const readAt = pages.moment()
    const value = read()
    if (cached.size >= max) cached.clear()
    cached.set(key, { value, readAt, until: Date.now() + seconds * 1000 })
    value.then(
      (answer) => accepts(answer) || cached.delete(key),
      () => cached.delete(key),
    )
    return value
  }
}
