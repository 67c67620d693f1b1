import type { MiddlewareHandler } from 'hono'

const headers: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  // Only this directive: it cannot stand in the page's own policy. Browsers enforce both.
  'content-security-policy': "frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Headers of every answer. Scripts and styles are held by the page's own policy (astro.config.mjs, security.csp). */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  if (c.req.raw.headers.get('x-forwarded-proto') === 'https')
    c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
