import { createHash } from 'node:crypto'
import { area } from '../../../areas/current.ts'
import { getSocialImageStyle, getSocialImagePage } from '../../domain/shell/social-images.ts'
import { renderSocialImage } from './render-social-image.ts'

/** Metadata in the head of a page. */
interface PageMeta {
  readonly title: string
  readonly description: string
  /** Whether search engines may index it. */
  readonly indexed: boolean
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
}
const decodeEntities = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos|#34|#39);/g, (sign) => entities[sign] ?? sign)

const metaOf = (html: string, name: string): string => {
  const found = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)
  return decodeEntities(found?.[1] ?? '')
}

/** Parses the head of a page; the site name is removed from the title. */
function readPageMeta(html: string, siteName: string): PageMeta {
  const head = html.slice(0, Math.max(0, html.indexOf('</head>')))
  const title = metaOf(head, 'og:title')
  const suffix = ` - ${siteName}`
  return {
    title: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    description: metaOf(head, 'og:description'),
    indexed: !metaOf(head, 'robots').includes('noindex'),
  }
}

/** Maximum cached images, about 25 KB each (LRU). */
const maxCached = 300
/** Maximum queue length; images render one at a time, about 0.1 s each. */
const maxWaiting = 20

const cachedImages = new Map<string, Buffer>()
let waiting = 0
let lastRender: Promise<unknown> = Promise.resolve()

/** The social image of a page, cached by its content; undefined when the queue is full. */
async function socialImageOf(path: string, { title, description }: PageMeta): Promise<Buffer | undefined> {
  const look = getSocialImageStyle(path)
  const key = JSON.stringify([look, title, description])
  const known = cachedImages.get(key)
  if (known !== undefined) {
    cachedImages.delete(key)
    cachedImages.set(key, known)
    return known
  }
  if (waiting >= maxWaiting) return undefined
  waiting += 1
  const mine = lastRender.then(() => cachedImages.get(key) ?? renderSocialImage({ ...look, title, description, area }))
  lastRender = mine.catch(() => {})
  try {
    const png = await mine
    cachedImages.set(key, png)
    for (const oldest of cachedImages.keys()) {
      if (cachedImages.size <= maxCached) break
      cachedImages.delete(oldest)
    }
    return png
  } finally {
    waiting -= 1
  }
}

const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/**
 * GET /cards/….png: Open Graph image of a public page. Its texts come from the anonymously rendered page, so URLs
 * cannot inject text; pages that must not be indexed (searches, missing pages) have no image.
 */
export async function serveSocialImage(
  request: Request,
  renderHtml: (path: string) => Promise<string | undefined>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const page = getSocialImagePage(pathname, search)
  const html = page === undefined ? undefined : await renderHtml(page)
  const facts = html === undefined ? undefined : readPageMeta(html, area.title)
  if (page === undefined || facts === undefined || !facts.indexed || facts.title === '') {
    return new Response('没有这张图片', { status: 404, headers: text })
  }
  const [path = '/'] = page.split('?')
  const png = await socialImageOf(path, facts)
  if (png === undefined) return new Response('请稍后再试', { status: 503, headers: { ...text, 'retry-after': '5' } })
  const etag = `"${createHash('sha1').update(png).digest('base64url')}"`
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400', etag }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(png), { headers })
}
