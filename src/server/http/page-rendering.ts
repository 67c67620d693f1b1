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

const pageTexts = new WeakMap<Response, string>()

/**
 * Keeps the text of a page that Astro has rendered for the page fast path beside its response, which then has no body:
 * the text would be encoded, copied through a stream and decoded again. Returns whether it is kept. Called by Astro
 * (`textsBesideResponses` in astro.config.mjs).
 */
export function keepPageText(request: Request, response: Response, text: string): boolean {
  if (!pageRenderings.has(request)) return false
  pageTexts.set(response, text)
  return true
}

/** The text of a rendered page. */
export async function pageTextOf(response: Response): Promise<string> {
  const kept = pageTexts.get(response)
  if (kept !== undefined) return kept
  if (response.body === null && response.status === 200) throw new Error('The text of a page is lost')
  return response.text()
}

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
  return new Response(pieces.text(await pageTextOf(answer)), { status, headers })
}
