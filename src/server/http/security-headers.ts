import type { Config } from '../../config.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Seconds for which a browser uses https only, once it has seen the site over https: one year. */
const hstsSeconds = 31_536_000

/** Content security policies of all responses but pages, which have their own (astro.config.mjs, security.csp). */
export const contentPolicies = {
  /** Calls, scripts, styles, plain text, redirects, errors: nothing is loaded or framed. */
  nothing: "default-src 'none'; frame-ancestors 'none'",
  /** Uploaded files: nothing is executed. */
  file: "default-src 'none'; sandbox; frame-ancestors 'none'",
  /** The service worker, which reads pages and files of this site. */
  worker: "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  /** SVG files of the site: inline styles only, no scripts. */
  svg: "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
} as const

/**
 * Headers of every HTTP response of this process, by lower-case name. The listener sets them before anything else sees
 * the request, so pages, cached pages, 304, static files, calls, redirects and refusals all have them; a response that
 * needs another content policy overrides that one header. HSTS is part of them on https sites only (`SITE_URL`).
 */
export const securityHeaders = ({ siteUrl }: Pick<Config, 'siteUrl'>): ReadonlyMap<string, string> =>
  new Map([
    ['content-security-policy', contentPolicies.nothing],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['x-frame-options', 'SAMEORIGIN'],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()'],
    ...(siteUrl.startsWith('https:') ? ([['strict-transport-security', `max-age=${hstsSeconds}`]] as const) : []),
  ])

/** Request headers allowed for other origins: those of the specification, and the idempotency key. */
const allowedHeaders = 'content-type, token, app-id, version, idempotency-key'
/** Seconds for which a browser may cache the preflight response. */
const preflightSeconds = 600

/**
 * Sets the CORS headers that let pages of CORS_ORIGINS make calls with cookies, on every response below /api, errors
 * included. Other origins get no such header. Returns whether the request was a preflight, which is answered here.
 */
export function answerCors(
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (corsOrigins.length === 0 || !url.startsWith('/api/')) return false
  response.setHeader('vary', 'Origin')
  const { origin } = headers
  if (origin === undefined || !corsOrigins.includes(origin)) return false
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-expose-headers', 'retry-after')
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  response.writeHead(204, {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(preflightSeconds),
  })
  response.end()
  return true
}
