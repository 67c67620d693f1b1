import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { sitemapArticles } from '../../domain/shell/sitemap-articles.ts'
import { sitemapRegistrations } from '../../domain/shell/sitemap-registrations.ts'
import { sitemapPages } from '../../domain/shell/sitemap-pages.ts'
import { textUrls } from '../content/public.ts'
import type { Runtime } from '../runtime.ts'
import { kinds, type Kind, type Url } from './urls.ts'
import { siteIndex, urlSet } from './xml.ts'

/** Search engines may see a change this late. */
const freshSeconds = 3_600
const pagesFile = 'sitemap-pages.xml'

/** Ids have 31 bits. */
const mostId = 2_147_483_647
const lastOf = ({ size }: Kind, block: number) => Math.min((block + 1) * size, mostId)

type Around = Pick<Runtime, 'db' | 'config'>
interface Kept {
  readonly until: number
  /** Compressed: fifty thousand addresses are half a megabyte so. */
  readonly bytes: Promise<Buffer>
}
const known = new WeakMap<Db, Map<string, Kept>>()

/** A file of the sitemap by its name, made once an hour; undefined when there is none of that name. */
async function fileOf(name: string, { db, config }: Around): Promise<Buffer | undefined> {
  const files = known.get(db) ?? new Map<string, Kept>()
  known.set(db, files)
  const kept = files.get(name)
  if (kept !== undefined && kept.until > Date.now()) return kept.bytes
  const pieces = await piecesOf(name, { db, config })
  if (pieces === undefined) return undefined
  const bytes = Array.fromAsync<Buffer>(Readable.from(pieces).pipe(createGzip())).then((all) => Buffer.concat(all))
  files.set(name, { bytes, until: Date.now() + freshSeconds * 1000 })
  bytes.catch(() => files.delete(name))
  return bytes
}

async function piecesOf(
  name: string,
  { db, config }: Around,
): Promise<AsyncIterable<string> | Iterable<string> | undefined> {
  if (name === 'sitemap-index.xml') return [siteIndex(config.siteUrl, await filesOf(db))]
  if (name === pagesFile)
    return urlSet(config.siteUrl, [
      ...[
        ...sitemapPages,
        ...sitemapArticles.map(links.recommendedArticle),
        ...sitemapRegistrations.map(links.registrationDetail),
      ].map((path) => ({ path })),
      ...textUrls(config),
    ])
  const [, word = '', number = ''] = /^sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined
  if (kind === undefined) return undefined
  const block = Number(number) - 1
  if (block * kind.size > mostId) return undefined
  const [first] = await kind.next(db, block * kind.size, lastOf(kind, block))
  return first === undefined ? undefined : urlSet(config.siteUrl, urlsOf(db, kind, block))
}

/** Every file, in the order of the kinds. */
async function filesOf(db: Db): Promise<Url[]> {
  const files: Url[] = [{ path: `/${pagesFile}` }]
  for (const [word, kind] of Object.entries(kinds)) {
    for (const { block, at } of await kind.blocks(db)) {
      files.push({ path: `/sitemap-${word}-${block + 1}.xml`, at: at ?? undefined })
    }
  }
  return files
}

/** The addresses of a block, read a thousand at a time. */
async function* urlsOf(db: Db, kind: Kind, block: number): AsyncGenerator<Url> {
  const last = lastOf(kind, block)
  for (let after = block * kind.size; ;) {
    const rows = await kind.next(db, after, last)
    const end = rows.at(-1)
    if (end === undefined) return
    for (const { urls } of rows) yield* urls
    after = end.id
  }
}

/** GET /sitemap-….xml: the index, the pages, and each kind of public thing split at 50,000 addresses. */
export async function serveSitemap(name: string, accepted: string | undefined, around: Around): Promise<Response> {
  const bytes = await fileOf(name, around)
  if (bytes === undefined) return new Response('没有这个文件', { status: 404, headers: plainText })
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': `public, max-age=${freshSeconds}`,
    vary: 'accept-encoding',
  }
  if (accepted?.includes('gzip') === true) {
    return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-encoding': 'gzip' } })
  }
  const plain = await Array.fromAsync<Buffer>(Readable.from([bytes]).pipe(createGunzip()))
  return new Response(new Uint8Array(Buffer.concat(plain)), { headers })
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' }
/** Nothing to find there for who is not signed in. */
const closed = [
  ...['/api/', '/chat', '/demo/', '/login/login', '/login/register', '/login/resetPassword', '/ops/'],
  ...['/platform/buyerAccount', '/platform/sellerCenter', '/platform/conf/', '/shop/'],
]

/** GET /robots.txt: where search engines need not look, and where the sitemap is. */
export const serveRobots = ({ config }: Pick<Runtime, 'config'>): Response => {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap-index.xml', config.siteUrl).href}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...plainText, 'cache-control': `public, max-age=${freshSeconds}` },
  })
}
