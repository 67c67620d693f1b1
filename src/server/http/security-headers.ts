import type { Config } from '../../config.ts'

/** Seconds for which a browser uses https only, once it has seen the site over https: one year. */
const hstsSeconds = 31_536_000

/** Content security policies of everything that is no page. Pages bring their own (astro.config.mjs, security.csp). */
export const contentPolicies = {
  /** Calls, scripts, styles, plain texts, redirects, refusals: they load nothing and are framed by nobody. */
  nothing: "default-src 'none'; frame-ancestors 'none'",
  /** Uploaded files, whatever their type: nothing of them runs. */
  file: "default-src 'none'; sandbox; frame-ancestors 'none'",
  /** SVG files of the site: drawn with their own style elements, opened directly they run no script. */
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
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
    ...(siteUrl.startsWith('https:') ? ([['strict-transport-security', `max-age=${hstsSeconds}`]] as const) : []),
  ])
