import { hash } from 'node:crypto'
import type { CacheProviderFactory } from 'astro'
import { referenceTag } from '../kept.ts'
import { runtime } from '../runtime.ts'
import { drawings } from './page-drawing.ts'

/** What Astro tells only this provider, and what a kept page says otherwise. */
const own = new Set(['cdn-cache-control', 'cache-tag', 'set-cookie', 'content-type', 'content-length'])

/**
 * Astro's route caching over the process's page cache: pages say `Astro.cache.set({ maxAge, tags })`,
 * main.ts serves the hits without entering Astro, and writes invalidate by tags.
 */
const factory: CacheProviderFactory = () => ({
  name: 'portal-pages',
  onRequest: async ({ request, url }, next) => {
    const {
      pages,
      drawing: { isFaulty },
    } = runtime()
    const drawnAt = pages.moment()
    const response = await next()
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('CDN-Cache-Control') ?? '')?.[1] ?? 0)
    if (request.method !== 'GET' || maxAge === 0 || response.status !== 200 || isFaulty()) return response
    // Every page shows the category menu and the hot words.
    const tags = [...(response.headers.get('Cache-Tag') ?? '').split(',').map((tag) => tag.trim()), referenceTag]
    const drawing = drawings.get(request)
    const body =
      drawing === undefined
        ? Buffer.from(await response.arrayBuffer())
        : Buffer.concat(drawing.pieces.bytes(await response.text()))
    const headers: [string, string][] = []
    response.headers.forEach((value, name) => {
      if (!own.has(name)) headers.push([name, value])
    })
    headers.push(['content-length', String(body.byteLength)])
    headers.push(['content-type', 'text/html; charset=utf-8'], ['cache-control', 'public, max-age=0, must-revalidate'])
    let known: string | undefined
    const etag = () => (known ??= `"${hash('sha1', body, 'base64url')}"`)
    const page = { status: 200, headers, body, tags, etag, freshUntil: Date.now() + maxAge * 1000, encoded: new Map() }
    pages.set(url.pathname + url.search, page, drawnAt)
    if (drawing === undefined) return new Response(body, { status: 200, headers })
    drawing.page = page
    return new Response(null)
  },
  invalidate: async ({ tags = [] }) => runtime().pages.invalidate([tags].flat()),
})

export default factory
