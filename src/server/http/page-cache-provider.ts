import { hash } from 'node:crypto'
import type { CacheProviderFactory } from 'astro'
import { referenceTag } from '../kept.ts'
import { runtime } from '../runtime.ts'

/**
 * Astro's route caching over the process's page cache: pages say `Astro.cache.set({ maxAge, tags })`,
 * main.ts serves the hits without entering Astro, and writes invalidate by tags.
 */
const factory: CacheProviderFactory = () => ({
  name: 'portal-pages',
  onRequest: async ({ request, url }, next) => {
    const { pages } = runtime()
    const drawnAt = pages.moment()
    const response = await next()
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('CDN-Cache-Control') ?? '')?.[1] ?? 0)
    if (request.method !== 'GET' || maxAge === 0 || response.status !== 200) return response
    // Every page shows the category menu and the hot words.
    const tags = [...(response.headers.get('Cache-Tag') ?? '').split(',').map((tag) => tag.trim()), referenceTag]
    const body = Buffer.from(await response.arrayBuffer())
    const headers: [string, string][] = []
    response.headers.forEach((value, name) => {
      if (!['cdn-cache-control', 'cache-tag', 'set-cookie', 'content-type'].includes(name)) headers.push([name, value])
    })
    headers.push(['content-type', 'text/html; charset=utf-8'], ['cache-control', 'public, max-age=0, must-revalidate'])
    const etag = `"${hash('sha1', body, 'base64url')}"`
    const page = { status: 200, headers, body, tags, etag, freshUntil: Date.now() + maxAge * 1000, encoded: new Map() }
    pages.set(url.pathname + url.search, page, drawnAt)
    return new Response(body, { status: 200, headers })
  },
  invalidate: async ({ tags = [] }) => runtime().pages.invalidate([tags].flat()),
})

export default factory
