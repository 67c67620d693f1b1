import { createPageFragments, type PageFragments } from '../../domain/shell/fragments.ts'
import type { CachedPage } from '../page-cache.ts'

/** A page that Astro renders for the page fast path. */
interface PageRendering {
  readonly pieces: PageFragments
  /** Set by the page cache provider where the page is cacheable. */
  page?: CachedPage
}

/** Renderings by request, for the middleware and the page cache provider. */
export const pageRenderings = new WeakMap<Request, PageRendering>()

/**
 * Renders a public page: a cached page where cacheable, else the response of Astro. Astro renders only the parts that
 * are not cached fragments; their bytes are inserted afterwards.
 */
export async function renderPage(
  request: Request,
  astro: (request: Request) => Promise<Response>,
): Promise<CachedPage | Response> {
  const pieces = createPageFragments()
  pageRenderings.set(request, { pieces })
  const answer = await astro(request)
  const page = pageRenderings.get(request)?.page
  if (page !== undefined) return page
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  if (!isPage) return answer
  const { status, headers } = answer
  headers.delete('content-length')
  return new Response(pieces.text(await answer.text()), { status, headers })
}
