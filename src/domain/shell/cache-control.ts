/** Values of the `cache-control` header: what browsers and proxies may keep of a response. */
export const cacheControl = {
  /** Nothing: calls, errors, pages that depend on the moment or on a secret in the address. */
  none: 'no-store',
  /** Nothing, and no shared cache even sees it: pages and files of one person. */
  personal: 'private, no-store',
  /** For a year without asking again: the address changes with the content. */
  immutable: 'public, max-age=31536000, immutable',
  /** Kept, but checked with the entity tag each time: cached pages. */
  revalidated: 'public, max-age=0, must-revalidate',
} as const

/** `cache-control` of what may be out of date for some seconds. */
export const cacheFor = (seconds: number): string => `public, max-age=${seconds}`
