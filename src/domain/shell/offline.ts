import type { RoutePath } from '../routes.ts'

/** Page that is shown without a network. */
export const offlinePath = '/offline' satisfies RoutePath

/**
 * Pages that a browser may store for reading without a network: published texts, the same for everyone. Nothing with a
 * price, a stock, an order, a payment, a conversation or a person: those are never stored, whatever their headers say.
 */
export const readingPaths = [
  '/about',
  '/about/annouce',
  '/about/annouceDetail',
  '/about/contact',
  '/about/intro',
  '/drug/information',
  '/drug/policies',
  '/recommendedSuppliers/articleDetails',
  '/platform/commonProblem',
  '/platform/commonProblem/helpDetail',
  '/platform/commonProblem/helpList',
  '/platform/helpCenter/acceptance',
  '/platform/newGuide',
  '/platform/platformRules',
] as const satisfies readonly RoutePath[]

const readings: ReadonlySet<string> = new Set(readingPaths)

/** Pages stored at most; the one stored first goes first. */
export const maxReadings = 30
/** Files of the build stored at most: about what three people read in a day. */
export const maxAssets = 400

/** Names of the caches of a version; those of other versions are removed. */
export const cacheNames = (version: string) => ({
  assets: `assets-${version}`,
  readings: `readings-${version}`,
  shell: `shell-${version}`,
})
/** What a worker does with a GET of this site. Anything undefined goes to the network untouched and is never stored. */
export type RequestKind = 'asset' | 'reading' | 'page'

/** Answered by the server itself, not by pages: never touched. */
const serverPrefixes = ['/api/', '/files/', '/pay/', '/mqtt', '/visits', '/demo/']

/** Files of the build, and the pictures of help texts. */
const isAsset = (path: string) =>
  /^\/_astro\/[\w.@~-]+\.(?:js|css|svg|woff2?)$|^\/pictures\/help\/[\w-]+\.webp$/.test(path)

/** Kind of a request by its path and whether it opens a page. */
export function requestKind(path: string, opensPage: boolean): RequestKind | undefined {
  if (serverPrefixes.some((prefix) => path.startsWith(prefix))) return undefined
  if (opensPage) return readings.has(path) ? 'reading' : 'page'
  return isAsset(path) ? 'asset' : undefined
}

/** Whether an answer may be stored by its headers: neither personal nor of the moment. */
export const isStorable = (cacheControl: string | null): boolean =>
  cacheControl !== null && !/no-store|private/.test(cacheControl)

/** Styles, scripts, icons and help pictures that a page refers to; not its islands, which need the network anyway. */
export const assetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/\s(?:href|src)="([^"#?]+)/g)].map(([, path = '']) => path).filter(isAsset)),
]

/** Modules that a module of the build imports at once. */
export const importsOf = (path: string, script: string): string[] =>
  [...script.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.@~-]+\.js)["']/g)].map(
    ([, name = '']) => `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`,
  )

/** Title of a stored page without the name of the site. */
export const titleOf = (html: string): string =>
  (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
    .replace(/ - [^-]+$/, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .trim()
