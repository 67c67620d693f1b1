import { hash } from 'node:crypto'
import type { CacheProviderFactory } from 'astro'
import { referenceTag } from '../cached-reads.ts'
import { runtime } from '../runtime.ts'
import { pageRenderings } from './page-rendering.ts'

/** Headers meant for this provider only, or replaced on a cached page. */
const providerHeaders = new Set(['cdn-cache-control', 'cache-tag', 'set-cookie', 'content-type', 'content-length'])

/**
 * Astro's route caching over the process's page cache: pages say `Astro.cache.set({ maxAge, tags })`,
 * main.ts serves the hits without entering Astro, and writes invalidate by tags.
 */
const factory: CacheProviderFactory = () => ({
  name: 'portal-pages',
  onRequest: async ({ request, url }, next) => {
    const {
      pages,
      renderer: { isFaulty },
    } = runtime()
    const renderedAt = pages.moment()
    const response = await next()
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('CDN-Cache-Control') ?? '')?.[1] ?? 0)
    if (request.method !== 'GET' || maxAge === 0 || response.status !== 200 || isFaulty()) return response
    // Every page shows the category menu and popular searches.
    const tags = [...(response.headers.get('Cache-Tag') ?? '').split(',').map((tag) => tag.trim()), referenceTag]
    const rendering = pageRenderings.get(request)
    const body =
      rendering === undefined
        ? Buffer.from(await response.arrayBuffer())
        : Buffer.concat(rendering.pieces.bytes(await response.text()))
    const headers: [string, string][] = []
    response.headers.forEach((value, name) => {
      if (!providerHeaders.has(name)) headers.push([name, value])
    })
    headers.push(['content-length', String(body.byteLength)])
    headers.push(['content-type', 'text/html; charset=utf-8'], ['cache-control', 'public, max-age=0, must-revalidate'])
    let known: string | undefined
    const etag = () => (known ??= `"${hash('sha1', body, 'base64url')}"`)
    const page = { status: 200, headers, body, tags, etag, freshUntil: Date.now() + maxAge * 1000, encoded: new Map() }
    pages.set(url.pathname + url.search, page, renderedAt)
    if (rendering === undefined) return new Response(body, { status: 200, headers })
    rendering.page = page
    return new Response(null)
  },
  invalidate: async ({ tags = [] }) => runtime().pages.invalidate([tags].flat()),
})

export default factory
