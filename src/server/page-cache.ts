/** A finished public page, the same for everyone. */
export interface CachedPage {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
  readonly tags: readonly string[]
  /** Milliseconds since 1970 after which it is drawn anew. */
  readonly freshUntil: number
  /** Made when first asked for: many pages are drawn once and never asked for again. */
  readonly etag: () => string
  /** Compressed forms, made when first asked for. */
  readonly encoded: Map<'br' | 'gzip', Buffer>
}

/** Public pages by path and query. Filled by Astro's route caching, emptied by tags after writes. */
export interface PageCache {
  readonly get: (key: string) => CachedPage | undefined
  /** Number of the latest invalidation, to be noted before a page is drawn. */
  readonly moment: () => number
  /** Number of the latest invalidation of one of the tags: for data kept beside the pages (kept.ts). */
  readonly changedAt: (tags: readonly string[]) => number
  /** Keeps a page, unless one of its tags was invalidated since `drawnAt`. */
  readonly set: (key: string, page: CachedPage, drawnAt: number) => void
  /** Forgets every page that carries one of the tags, here and in the other processes. */
  readonly invalidate: (tags: readonly string[]) => void
}

/** Bytes of pages that were asked for once, and of those that were asked for again. Compressed forms add about a quarter. */
const onceBytes = 64 * 1024 * 1024
const againBytes = 192 * 1024 * 1024
/** Tags whose latest invalidation is remembered one by one. */
const mostTags = 10_000

/**
 * What was asked for again is kept apart: a crawler, or a flood of addresses made up one by one, only pushes out
 * others of its kind. In both the least recently used go first. `tell` passes an invalidation on to other processes.
 */
export function createPageCache(tell: (tags: readonly string[]) => void = () => {}): PageCache & {
  readonly forget: (tags: readonly string[]) => void
  /** Forgets every page: for when invalidations may have been missed. */
  readonly clear: () => void
  /** Hears the tags of every invalidation, of this process and of the others. */
  readonly whenForgotten: (hear: (tags: readonly string[]) => void) => void
} {
  const [once, again] = [shelf(onceBytes), shelf(againBytes)]
  const invalidated = new Map<string, number>()
  let count = 0
  /** Pages drawn before this moment are not kept, whatever their tags. */
  let since = 0
  const ears: ((tags: readonly string[]) => void)[] = []
  const clear = () => {
    since = count += 1
    invalidated.clear()
    for (const { pages, take } of [once, again]) for (const key of pages.keys()) take(key)
  }
  const forget = (tags: readonly string[]) => {
    count += 1
    if (invalidated.size > mostTags) {
      invalidated.clear()
      since = count
    }
    for (const tag of tags) invalidated.set(tag, count)
    for (const { pages, take } of [once, again]) {
      for (const [key, page] of pages) if (page.tags.some((tag) => tags.includes(tag))) take(key)
    }
    for (const hear of ears) hear(tags)
  }
  return {
    get: (key) => {
      const page = again.take(key) ?? once.take(key)
      if (page === undefined || page.freshUntil < Date.now()) return undefined
      again.put(key, page)
      return page
    },
    moment: () => count,
    changedAt: (tags) => Math.max(since, ...tags.map((tag) => invalidated.get(tag) ?? 0)),
    set: (key, page, drawnAt) => {
      if (drawnAt < since || page.tags.some((tag) => (invalidated.get(tag) ?? 0) > drawnAt)) return
      again.take(key)
      once.put(key, page)
    },
    forget,
    clear,
    whenForgotten: (hear) => void ears.push(hear),
    invalidate: (tags) => {
      forget(tags)
      tell(tags)
    },
  }
}

/** Pages of at most so many bytes together, in the order of their last use. */
function shelf(most: number) {
  const pages = new Map<string, CachedPage>()
  let bytes = 0
  const take = (key: string): CachedPage | undefined => {
    const page = pages.get(key)
    if (pages.delete(key)) bytes -= page?.body.byteLength ?? 0
    return page
  }
  const put = (key: string, page: CachedPage): void => {
    take(key)
    pages.set(key, page)
    bytes += page.body.byteLength
    for (const oldest of pages.keys()) {
      if (bytes <= most) break
      take(oldest)
    }
  }
  return { pages, take, put }
}
