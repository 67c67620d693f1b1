import { hash } from 'node:crypto'
import type { CacheProviderFactory } from 'astro'
import { referenceTag } from '../cached-reads.ts'
import { pageBody, pageByteLength } from '../page-cache.ts'
import { runtime } from '../runtime.ts'
import { pageRenderings, pageTextOf } from './page-rendering.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

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
    const parts =
      rendering === undefined
        ? [{ bytes: Buffer.from(await response.arrayBuffer()), isShared: false }]
        : rendering.pieces.parts(await pageTextOf(response))
    const headers: [string, string][] = []
    response.headers.forEach((value, name) => {
      if (!providerHeaders.has(name)) headers.push([name, value])
    })
    headers.push(['content-length', String(pageByteLength({ parts }))])
    headers.push(['content-type', 'text/html; charset=utf-8'], ['cache-control', cacheControl.revalidated])
    let known: string | undefined
    const etag = () => (known ??= `"${hash('sha1', pageBody({ parts }), 'base64url')}"`)
    const page = { status: 200, headers, parts, tags, etag, freshUntil: Date.now() + maxAge * 1000, encoded: new Map() }
    pages.set(url.pathname + url.search, page, renderedAt)
    if (rendering === undefined) return new Response(new Uint8Array(pageBody({ parts })), { status: 200, headers })
    rendering.page = page
    return new Response(null)
  },
  invalidate: async ({ tags = [] }) => runtime().pages.invalidate([tags].flat()),
})

export default factory
