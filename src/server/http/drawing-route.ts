import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { structureOf } from '../../db/structures.ts'
import { drawByName } from '../../domain/pictures/drawings.ts'
import { cacheFor, cacheControl } from '../../domain/shell/cache-control.ts'
import { cacheBudget, cacheShares } from '../cache-budget.ts'
import { contentPolicies } from './security-headers.ts'

interface Drawn {
  readonly zipped: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** Drawings of some pages' listings; one takes a fraction of a millisecond and about 2 KB. */
const cache = cacheBudget.part<Drawn>('drawings', cacheShares.drawings)

function drawnByName(name: string): Drawn | undefined {
  const known = cache.get(name)
  if (known !== undefined) return known
  const svg = drawByName(name, structureOf)
  if (svg === undefined) return undefined
  const zipped = new Uint8Array(gzipSync(svg))
  const made = { zipped, etag: `"${hash('sha1', svg, 'base64url')}"` }
  cache.set(name, made, zipped.byteLength)
  return made
}

/**
 * GET /figures/NAME.svg: a generated drawing. A name always has the same drawing, so browsers keep it for a week; a
 * release that draws better is seen after that at the latest. Drawings are public and hold no text of anybody.
 */
export function serveDrawing(file: string, headers: Headers): Response {
  const drawn = file.endsWith('.svg') ? drawnByName(file.slice(0, -4)) : undefined
  if (drawn === undefined) {
    return new Response('没有这张图片', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.none },
    })
  }
  const shared = {
    'content-type': 'image/svg+xml',
    'content-security-policy': contentPolicies.svg,
    'cache-control': cacheFor(7 * 86_400),
    etag: drawn.etag,
    vary: 'accept-encoding',
  }
  if (headers.get('if-none-match') === drawn.etag) return new Response(null, { status: 304, headers: shared })
  const isZipped = (headers.get('accept-encoding') ?? '').includes('gzip')
  const answer = new Response(isZipped ? drawn.zipped : new Uint8Array(gunzipSync(drawn.zipped)), { headers: shared })
  if (isZipped) answer.headers.set('content-encoding', 'gzip')
  return answer
}
