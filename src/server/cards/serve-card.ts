import { createHash } from 'node:crypto'
import { area } from '../../../areas/current.ts'
import { cardLookOf, cardPage } from '../../domain/shell/cards.ts'
import { drawCard } from './draw-card.ts'
import { pageFacts, type PageFacts } from './page-facts.ts'

/** Cards kept in memory, about 25 KB each; the least recently used go first. */
const most = 300
/** Cards that may wait to be drawn; each takes about a tenth of a second, one after the other. */
const mostWaiting = 20

const kept = new Map<string, Buffer>()
let waiting = 0
let before: Promise<unknown> = Promise.resolve()

/** The card of a page, drawn when no page that says the same was asked for lately; undefined where too many wait. */
async function cardOf(path: string, { title, description }: PageFacts): Promise<Buffer | undefined> {
  const look = cardLookOf(path)
  const key = JSON.stringify([look, title, description])
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  if (waiting >= mostWaiting) return undefined
  waiting += 1
  const mine = before.then(() => kept.get(key) ?? drawCard({ ...look, title, description, area }))
  before = mine.catch(() => {})
  try {
    const png = await mine
    kept.set(key, png)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return png
  } finally {
    waiting -= 1
  }
}

const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/**
 * GET /cards/….png: the picture of a public page for social networks. Its words come from the page itself, drawn for
 * nobody in particular, so an address can make a card say nothing that the site does not; pages that search engines
 * may not keep (searches, what is gone) have no card of their own.
 */
export async function serveCard(
  request: Request,
  draw: (path: string) => Promise<string | undefined>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const page = cardPage(pathname, search)
  const html = page === undefined ? undefined : await draw(page)
  const facts = html === undefined ? undefined : pageFacts(html, area.title)
  if (page === undefined || facts === undefined || !facts.indexed || facts.title === '') {
    return new Response('没有这张图片', { status: 404, headers: text })
  }
  const [path = '/'] = page.split('?')
  const png = await cardOf(path, facts)
  if (png === undefined) return new Response('请稍后再试', { status: 503, headers: { ...text, 'retry-after': '5' } })
  const etag = `"${createHash('sha1').update(png).digest('base64url')}"`
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400', etag }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(png), { headers })
}
