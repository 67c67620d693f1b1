import type { MiddlewareHandler } from 'hono'

/** Headers of every answer, pages from the cache included. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
]

/** What is no page may load nothing. */
export const nothingLoads = ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"] as const

/** Sets them. Pages bring their own content policy (astro.config.mjs, security.csp); all else may load nothing. */
export const secure: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of securityHeaders) c.res.headers.set(name, value)
  if (c.res.headers.has('content-security-policy')) return
  const isPage = c.res.headers.get('content-type')?.startsWith('text/html') === true
  if (!isPage) c.res.headers.set(...nothingLoads)
}
