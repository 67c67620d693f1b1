import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { sitemapArticles, sitemapPages, sitemapRegistrations } from '../../domain/shell/sitemap-entries.ts'
import type { Runtime } from '../runtime.ts'
import { sitemapKinds, type SitemapKind, type SitemapUrl } from './urls.ts'
import { listContentUrls } from '../content/content-urls.ts'
import { cacheFor } from '../../domain/shell/cache-control.ts'

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const xmlNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;')

const entry = (tag: string, site: string, { path, at }: SitemapUrl) => {
  const changed = at === undefined ? '' : `<lastmod>${at.toISOString()}</lastmod>`
  return `<${tag}><loc>${escapeXml(new URL(path, site).href)}</loc>${changed}</${tag}>\n`
}

/** A URL set file, in chunks. */
async function* urlSet(site: string, urls: AsyncIterable<SitemapUrl> | Iterable<SitemapUrl>): AsyncGenerator<string> {
  yield `${xmlDeclaration}<urlset ${xmlNamespace}>\n`
  for await (const url of urls) yield entry('url', site, url)
  yield '</urlset>\n'
}

/** The sitemap index. */
const siteIndex = (site: string, files: readonly SitemapUrl[]): string =>
  `${xmlDeclaration}<sitemapindex ${xmlNamespace}>\n${files.map((file) => entry('sitemap', site, file)).join('')}</sitemapindex>\n`

/** Cache lifetime of sitemap files in seconds. */
const freshSeconds = 3_600
const pagesFile = 'sitemap-pages.xml'

/** Maximum id (31 bits). */
const maxId = 2_147_483_647
const lastOf = ({ size }: SitemapKind, block: number) => Math.min((block + 1) * size, maxId)

type SitemapContext = Pick<Runtime, 'db' | 'config' | 'pages'>
interface CachedFile {
  readonly until: number
  /** Compressed: fifty thousand URLs are half a megabyte. */
  readonly bytes: Promise<Buffer>
}
const cachedFiles = new WeakMap<Db, Map<string, CachedFile>>()

/** A sitemap file by name, generated once an hour; undefined for unknown names. */
async function fileOf(name: string, { db, config, pages }: SitemapContext): Promise<Buffer | undefined> {
  const files = cachedFiles.get(db) ?? new Map<string, CachedFile>()
  cachedFiles.set(db, files)
  const cached = files.get(name)
  if (cached !== undefined && cached.until > Date.now()) return cached.bytes
  const pieces = await piecesOf(name, { db, config, pages })
  if (pieces === undefined) return undefined
  const bytes = Array.fromAsync<Buffer>(Readable.from(pieces).pipe(createGzip())).then((all) => Buffer.concat(all))
  files.set(name, { bytes, until: Date.now() + freshSeconds * 1000 })
  bytes.catch(() => files.delete(name))
  return bytes
}

async function piecesOf(
  name: string,
  { db, config, pages }: SitemapContext,
): Promise<AsyncIterable<string> | Iterable<string> | undefined> {
  if (name === 'sitemap-index.xml') return [siteIndex(config.siteUrl, await filesOf(db))]
  if (name === pagesFile)
    return urlSet(config.siteUrl, [
      ...[
        ...sitemapPages,
        ...sitemapArticles.map(links.recommendedArticle),
        ...sitemapRegistrations.map(links.registrationDetail),
      ].map((path) => ({ path })),
      ...(await listContentUrls({ db, config, pages })),
    ])
  const [, kindName = '', number = ''] = /^sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const kind = Object.hasOwn(sitemapKinds, kindName) ? sitemapKinds[kindName] : undefined
  if (kind === undefined) return undefined
  const block = Number(number) - 1
  if (block * kind.size > maxId) return undefined
  const [first] = await kind.next(db, block * kind.size, lastOf(kind, block))
  return first === undefined ? undefined : urlSet(config.siteUrl, urlsOf(db, kind, block))
}

/** Every file, in the order of the kinds. */
async function filesOf(db: Db): Promise<SitemapUrl[]> {
  const files: SitemapUrl[] = [{ path: `/${pagesFile}` }]
  for (const [kindName, kind] of Object.entries(sitemapKinds)) {
    for (const { block, at } of await kind.blocks(db)) {
      files.push({ path: `/sitemap-${kindName}-${block + 1}.xml`, at: at ?? undefined })
    }
  }
  return files
}

/** The URLs of a block, read a thousand at a time. */
async function* urlsOf(db: Db, kind: SitemapKind, block: number): AsyncGenerator<SitemapUrl> {
  const last = lastOf(kind, block)
  for (let after = block * kind.size; ;) {
    const rows = await kind.next(db, after, last)
    const end = rows.at(-1)
    if (end === undefined) return
    for (const { urls } of rows) yield* urls
    after = end.id
  }
}

/** GET /sitemap-….xml: the index, the pages, and each kind of public entity split at 50,000 URLs. */
export async function serveSitemap(
  name: string,
  accepted: string | undefined,
  context: SitemapContext,
): Promise<Response> {
  const bytes = await fileOf(name, context)
  if (bytes === undefined) return new Response('没有这个文件', { status: 404, headers: plainText })
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': cacheFor(freshSeconds),
    vary: 'accept-encoding',
  }
  if (accepted?.includes('gzip') === true) {
    return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-encoding': 'gzip' } })
  }
  const plain = await Array.fromAsync<Buffer>(Readable.from([bytes]).pipe(createGunzip()))
  return new Response(new Uint8Array(Buffer.concat(plain)), { headers })
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' }
/** Paths that require sign-in. */
const disallowedPaths = [
  '/api/',
  '/chat',
  '/demo/',
  '/login/login',
  '/login/register',
  '/login/resetPassword',
  '/ops/',
  '/platform/buyerAccount',
  '/platform/sellerCenter',
  '/platform/conf/',
  '/shop/',
]

/** GET /robots.txt: disallowed paths and the sitemap URL. */
export const serveRobots = ({ config }: Pick<Runtime, 'config'>): Response => {
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap-index.xml', config.siteUrl).href}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...plainText, 'cache-control': cacheFor(freshSeconds) },
  })
}
