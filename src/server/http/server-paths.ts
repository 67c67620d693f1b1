import { findRoute } from '../../domain/routes.ts'
import { appIcons } from '../social-images/app-icons.ts'

/** Whether the server itself handles a path: calls, files, health. Everything else is an Astro page. */
export const isServerPath = (path: string): boolean =>
  path.startsWith('/api/') ||
  path.startsWith('/files/') ||
  path.startsWith('/pay/notify/') ||
  path === '/visits' ||
  path === '/healthz' ||
  path === '/readyz' ||
  path === '/metrics' ||
  path === '/robots.txt' ||
  /^\/sitemap-[\w-]+\.xml$/.test(path)

/** First path segments that exist but are not in the route table. */
const unlistedSegments: ReadonlySet<string> = new Set([
  'api',
  'cards',
  'demo',
  'dev',
  'easy',
  'files',
  'manifest.webmanifest',
  'pay',
  'rss.xml',
  '500',
  ...Object.keys(appIcons).map((path) => path.slice(1)),
])

/** Canonical paths only: a path that a lenient parser could map to a page does not match. */
const plainPath = /^(?:\/(?!\.)[\w.-]+)+$/

/**
 * Whether a path certainly has no page, decided without Astro. Does not cover static files: the listener looks
 * those up first.
 */
export function isUnknownPath(path: string): boolean {
  if (!plainPath.test(path) || path.endsWith('.html') || path.startsWith('/_')) return false
  const [, first = ''] = path.split('/', 2)
  return findRoute(path) === undefined && !unlistedSegments.has(first) && !isServerPath(path)
}
