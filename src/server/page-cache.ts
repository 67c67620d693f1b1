/** A finished public page, the same for everyone. */
export interface CachedPage {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
  readonly tags: readonly string[]
  /** Milliseconds since 1970 after which it is drawn anew. */
  readonly freshUntil: number
  readonly etag: string
  /** Compressed forms, made when first asked for. */
  readonly encoded: Map<'br' | 'gzip', Buffer>
}

/** Public pages by path and query. Filled by Astro's route caching, emptied by tags after writes. */
export interface PageCache {
  readonly get: (key: string) => CachedPage | undefined
  /** Number of the latest invalidation, to be noted before a page is drawn. */
  readonly moment: () => number
  /** Keeps a page, unless one of its tags was invalidated since `drawnAt`. */
  readonly set: (key: string, page: CachedPage, drawnAt: number) => void
  /** Forgets every page that carries one of the tags, here and in the other processes. */
  readonly invalidate: (tags: readonly string[]) => void
}

/** At most `max` pages, the least recently used go first. `tell` passes an invalidation on to other processes. */
export function createPageCache(
  max = 2_000,
  tell: (tags: readonly string[]) => void = () => {},
): PageCache & {
  readonly forget: (tags: readonly string[]) => void
} {
  const pages = new Map<string, CachedPage>()
  const invalidated = new Map<string, number>()
  let count = 0
  const forget = (tags: readonly string[]) => {
    count += 1
    for (const tag of tags) invalidated.set(tag, count)
    for (const [key, page] of pages) if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key)
  }
  return {
    get: (key) => {
      const page = pages.get(key)
      if (page === undefined) return undefined
      pages.delete(key)
      if (page.freshUntil < Date.now()) return undefined
      pages.set(key, page)
      return page
    },
    moment: () => count,
    set: (key, page, drawnAt) => {
      if (page.tags.some((tag) => (invalidated.get(tag) ?? 0) > drawnAt)) return
      if (pages.size >= max) for (const oldest of pages.keys()) if (pages.delete(oldest)) break
      pages.set(key, page)
    },
    forget,
    invalidate: (tags) => {
      forget(tags)
      tell(tags)
    },
  }
}
