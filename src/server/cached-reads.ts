import type { Db } from '../db/open.ts'
import { cacheBudget, cacheShares, estimateBytes } from './cache-budget.ts'
import type { Context } from './handler.ts'
import { jsonTextOf } from './json-text.ts'

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
  /** Part of the memory budget; default `reads`. */
  readonly kind?: 'answers' | 'reads'
  /** Which values are cached; default all. */
  readonly accepts?: (value: T) => boolean
}

/** Numbers of databases, as part of keys: a process has one, tests have several. */
const databaseNumbers = new WeakMap<Db, number>()
let lastDatabaseNumber = 0

function numberOf(db: Db): number {
  const number = databaseNumbers.get(db) ?? (lastDatabaseNumber += 1)
  databaseNumbers.set(db, number)
  return number
}

/** Content of an envelope, which may have a recorded JSON text. */
const contentOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'content' in value ? value.content : undefined

/** Bytes of a cached value, with the JSON text of a response. */
const bytesOf = (value: unknown): number => estimateBytes(value) + estimateBytes(jsonTextOf(contentOf(value)) ?? 0)

/**
 * Caches values that are read far more often than written, per database: reference data, facet counts, responses for
 * pages. Concurrent reads are shared.
 */
export function cachedReads<T>({
  tags,
  seconds = tags === undefined ? 15 : 60,
  kind = 'reads',
  accepts = () => true,
}: CacheRules<T> = {}) {
  const cached = cacheBudget.part<CachedRead<T>>(kind, cacheShares[kind])
  return (
    { db, pages }: { db: Db; pages: Pick<Context['pages'], 'moment' | 'changedAt'> },
    name: string,
    read: () => Promise<T>,
  ): Promise<T> => {
    const key = `${numberOf(db)} ${name}`
    const known = cached.get(key)
    const changedAt = tags === undefined ? pages.moment() : pages.changedAt(tags)
    if (known !== undefined && known.until > Date.now() && changedAt <= known.readAt) return known.value
    // Taken before the read: a write during the read invalidates the value.
    const readAt = pages.moment()
    const value = read()
    const entry = { value, readAt, until: Date.now() + seconds * 1000 }
    cached.set(key, entry, 0)
    const remove = () => {
      if (cached.get(key) === entry) cached.delete(key)
    }
    value.then((answer) => {
      if (accepts(answer)) cached.resize(key, entry, bytesOf(answer))
      else remove()
    }, remove)
    return value
  }
}
