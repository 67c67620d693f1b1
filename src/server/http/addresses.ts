import { routeOf } from '../../domain/routes.ts'
import { icons } from '../cards/serve-icon.ts'

/** Whether the server itself answers at a path: calls, files, health. Everything else is a page of Astro's. */
export const isServed = (path: string): boolean =>
  path.startsWith('/api/') ||
  path.startsWith('/files/') ||
  path.startsWith('/pay/notify/') ||
  path === '/visits' ||
  path === '/healthz' ||
  path === '/readyz' ||
  path === '/metrics' ||
  path === '/robots.txt' ||
  /^\/sitemap-[\w-]+\.xml$/.test(path)

/** First parts of addresses that are in no table of routes, and may be there all the same. */
const unlisted: ReadonlySet<string> = new Set([
  ...['api', 'cards', 'demo', 'dev', 'easy', 'files', 'help-preview', 'manifest.webmanifest', 'pay', 'rss.xml', '500'],
  ...Object.keys(icons).map((path) => path.slice(1)),
])

/** Written as plainly as an address can be, so that nobody who reads it more kindly finds a page there. */
const plain = /^(?:\/(?!\.)[\w.-]+)+$/

/**
 * Whether there is certainly nothing at a path, known without asking Astro. No answer for files of the site: the
 * listener has looked for these before.
 */
export function isUnknownAddress(path: string): boolean {
  if (!plain.test(path) || path.endsWith('.html') || path.startsWith('/_')) return false
  const [, first = ''] = path.split('/', 2)
  return routeOf(path) === undefined && !unlisted.has(first) && !isServed(path)
}
