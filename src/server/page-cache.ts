import { LRUCache } from 'lru-cache'

/** A finished public page, the same for everyone. */
export interface CachedPage {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
  readonly tags: readonly string[]
  /** Expiry in milliseconds since 1970. */
  readonly freshUntil: number
  /** Computed on first use: many pages are rendered once and never requested again. */
  readonly etag: () => string
  /** Compressed bodies, created on first use. */
  readonly encoded: Map<'br' | 'gzip', Buffer>
}

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
}

/** Bytes of pages requested once, and of pages requested again. Compressed bodies add about a quarter. */
const onceMaxBytes = 64 * 1024 * 1024
const againMaxBytes = 192 * 1024 * 1024
/** Maximum number of tags whose latest invalidation is tracked individually. */
const maxTags = 10_000

/**
 * Segmented LRU cache: pages requested again are in a segment of their own, so that crawlers and random URLs evict only
 * pages requested once. `publish` passes an invalidation to other processes.
 */
export function createPageCache(publish: (tags: readonly string[]) => void = () => {}): PageCache & {
  readonly invalidateLocally: (tags: readonly string[]) => void
  /** Removes every page: for when invalidations may have been missed. */
  readonly clear: () => void
  /** Adds a listener for the tags of every invalidation, of this process and of others. */
  readonly onInvalidate: (listener: (tags: readonly string[]) => void) => void
} {
  const [once, again] = [createSegment(onceMaxBytes), createSegment(againMaxBytes)]
  const invalidated = new Map<string, number>()
  let count = 0
  /** Pages rendered before this invalidation are not stored, whatever their tags. */
  let since = 0
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
      if (!again.has(key)) again.set(key, page)
      return page
    },
    moment: () => count,
    changedAt: (tags) => Math.max(since, ...tags.map((tag) => invalidated.get(tag) ?? 0)),
    set: (key, page, drawnAt) => {
      if (drawnAt < since || page.tags.some((tag) => (invalidated.get(tag) ?? 0) > drawnAt)) return
      again.delete(key)
      once.set(key, page)
    },
    invalidateLocally,
    clear,
    onInvalidate: (listener) => void listeners.push(listener),
    invalidate: (tags) => {
      invalidateLocally(tags)
      publish(tags)
    },
  }
}

/** LRU segment of pages with a byte limit. */
const createSegment = (maxBytes: number) =>
  new LRUCache<string, CachedPage>({ maxSize: maxBytes, sizeCalculation: ({ body }) => Math.max(1, body.byteLength) })
