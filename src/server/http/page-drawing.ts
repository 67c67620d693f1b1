import { createPieces, type Pieces } from '../../domain/shell/pieces.ts'
import type { CachedPage } from '../page-cache.ts'

/** A page that Astro draws for the page door. */
interface PageDrawing {
  readonly pieces: Pieces
  /** Put here by the page cache's provider, where the page may be kept. */
  page?: CachedPage
}

/** By the request that the door made, for those who meet it on its way through Astro. */
export const drawings = new WeakMap<Request, PageDrawing>()

/**
 * Draws a public page: finished where it may be kept, else Astro's answer. Astro draws only what is not kept as a
 * piece, and none of its many steps carries the bytes of the rest.
 */
export async function drawPage(
  request: Request,
  astro: (request: Request) => Promise<Response>,
): Promise<CachedPage | Response> {
  const pieces = createPieces()
  drawings.set(request, { pieces })
  const answer = await astro(request)
  const page = drawings.get(request)?.page
  if (page !== undefined) return page
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  if (!isPage) return answer
  const { status, headers } = answer
  headers.delete('content-length')
  return new Response(pieces.text(await answer.text()), { status, headers })
}
