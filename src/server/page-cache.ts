import { cacheBudget, cacheShares, type CacheBudget } from './cache-budget.ts'
import type { PagePart } from '../domain/shell/fragments.ts'

/** A finished public page, the same for everyone. */
export interface CachedPage {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** The body in its parts; pages share those of fragments. */
  readonly parts: readonly PagePart[]
  readonly tags: readonly string[]
  /** Expiry in milliseconds since 1970. */
  readonly freshUntil: number
  /** Computed on first use: many pages are rendered once and never requested again. */
  readonly etag: () => string
  /** Compressed bodies, created on first use. */
  readonly encoded: Map<'br' | 'gzip', Buffer>
}

/** The whole body of a page. */
export function pageBody({ parts }: Pick<CachedPage, 'parts'>): Buffer {
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

/** Bytes of the body of a page. */
export const pageByteLength = ({ parts }: Pick<CachedPage, 'parts'>): number =>
  parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

/** Public pages by path and query. Filled by Astro's route caching, emptied by tags after writes. */
export interface PageCache {
  readonly get: (key: string) => CachedPage | undefined
  /** Sequence number of the latest invalidation; read it before rendering a page. */
  readonly moment: () => number
  /** Sequence number of the latest invalidation of one of the tags, for other caches (cached-reads.ts). */
  readonly changedAt: (tags: readonly string[]) => number
  /** Stores a page, unless one of its tags was invalidated since `drawnAt`. */
  readonly set: (key: string, page: CachedPage, drawnAt: number) => void
  /** Removes every page with one of the tags, here and in other processes. */
  readonly invalidate: (tags: readonly string[]) => void
  /**
   * Resolves once the other workers of this machine have removed the pages of all invalidations so far: a writer is
   * answered after it. Undefined if nothing is under way.
   */
  readonly spreading: () => Promise<unknown> | undefined
}

/** Maximum number of tags whose latest invalidation is tracked individually. */
const maxTags = 10_000

/**
 * Segmented LRU cache: pages requested again are in a segment of their own, so that crawlers and random URLs evict only
 * pages requested once. `publish` passes an invalidation to other processes.
 */
export function createPageCache(
  publish: (tags: readonly string[]) => Promise<void> | undefined = () => undefined,
  budget: CacheBudget = cacheBudget,
): PageCache & {
  readonly invalidateLocally: (tags: readonly string[]) => void
  /** Removes every page: for when invalidations may have been missed. */
  readonly clear: () => void
  /** Adds a listener for the tags of every invalidation, of this process and of others. */
  readonly onInvalidate: (listener: (tags: readonly string[]) => void) => void
} {
  const once = budget.part<CachedPage>('pagesOnce', cacheShares.pagesOnce)
  const again = budget.part<CachedPage>('pages', cacheShares.pages)
  /** Number of compressed bodies that the bytes of a page include. */
  const countedBodies = new WeakMap<CachedPage, number>()
  const invalidated = new Map<string, number>()
  let count = 0
  /** Pages rendered before this invalidation are not stored, whatever their tags. */
  let since = 0
  /** Invalidations that the other workers have not confirmed. */
  const underWay = new Set<Promise<void>>()
  const listeners: ((tags: readonly string[]) => void)[] = []
  const clear = () => {
    since = count += 1
    invalidated.clear()
    once.clear()
    again.clear()
  }
  const invalidateLocally = (tags: readonly string[]) => {
    count += 1
    if (invalidated.size > maxTags) {
      invalidated.clear()
      since = count
    }
    for (const tag of tags) invalidated.set(tag, count)
    for (const segment of [once, again]) {
      for (const [key, page] of segment.entries()) if (page.tags.some((tag) => tags.includes(tag))) segment.delete(key)
    }
    for (const listener of listeners) listener(tags)
  }
  return {
    get: (key) => {
      const page = again.get(key) ?? once.get(key)
      if (page === undefined) return undefined
      once.delete(key)
      if (page.freshUntil < Date.now()) {
        again.delete(key)
        return undefined
      }
      // Again once a compressed body was added.
      if (!again.has(key) || countedBodies.get(page) !== page.encoded.size) {
        countedBodies.set(page, page.encoded.size)
        again.set(key, page, bytesOf(page))
      }
      return page
    },
    moment: () => count,
    changedAt: (tags) => Math.max(since, ...tags.map((tag) => invalidated.get(tag) ?? 0)),
    set: (key, page, drawnAt) => {
      if (drawnAt < since || page.tags.some((tag) => (invalidated.get(tag) ?? 0) > drawnAt)) return
      again.delete(key)
      once.set(key, page, bytesOf(page))
    },
    invalidateLocally,
    clear,
    onInvalidate: (listener) => void listeners.push(listener),
    invalidate: (tags) => {
      invalidateLocally(tags)
      const told = publish(tags)
      if (told === undefined) return
      underWay.add(told)
      void told.finally(() => underWay.delete(told))
    },
    spreading: () => (underWay.size === 0 ? undefined : Promise.all(underWay)),
  }
}

/** Bytes of a page: its parts, its compressed bodies and its headers. */
const bytesOf = ({ parts, encoded, headers }: CachedPage): number =>
  [...encoded.values()].reduce((sum, each) => sum + each.byteLength, pageByteLength({ parts })) + headers.length * 100
