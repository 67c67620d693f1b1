import { hasStructure } from '../../db/structures.ts'
import { isDrawing } from '../../domain/pictures/drawing-names.ts'
import { findRoute } from '../../domain/routes.ts'
import { dealRootsPath } from '../orders/deal-record/sign-root.ts'
import { appIcons } from '../social-images/app-icons.ts'

/** Whether the server itself handles a path: calls, files, health. Everything else is an Astro page. */
export const isServerPath = (path: string): boolean =>
  path.startsWith('/api/') ||
  path.startsWith('/files/') ||
  path.startsWith('/pay/notify/') ||
  path === dealRootsPath ||
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
  'figures',
  'files',
  'manifest.webmanifest',
  'pay',
  'rss.xml',
  '500',
  ...Object.keys(appIcons).map((path) => path.slice(1)),
])

/** Whether a path below /figures/ is no drawing. Illustrations of public/figures are static files. */
const isUnknownDrawing = (path: string): boolean => {
  const name = /^\/figures\/([a-z\d-]+)\.svg$/.exec(path)?.[1]
  return name === undefined || !isDrawing(name, hasStructure)
}

/** Canonical paths only: a path that a lenient parser could map to a page does not match. */
const plainPath = /^(?:\/(?!\.)[\w.-]+)+$/

/**
 * Whether a path certainly has no page, decided without Astro. Does not cover static files: the listener looks
 * those up first.
 */
export function isUnknownPath(path: string): boolean {
  if (!plainPath.test(path) || path.endsWith('.html') || path.startsWith('/_')) return false
  const [, first = ''] = path.split('/', 2)
  if (first === 'figures') return isUnknownDrawing(path)
  return findRoute(path) === undefined && !unlistedSegments.has(first) && !isServerPath(path)
}
