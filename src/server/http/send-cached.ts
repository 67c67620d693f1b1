import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { securityHeaders } from './security-headers.ts'
import type { CachedPage } from '../page-cache.ts'

/** Sends a public page from the cache: 304 where the browser has it, compressed where it may be. */
export function sendCached(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of securityHeaders) response.setHeader(name, value)
  for (const [name, value] of page.headers) response.setHeader(name, value)
  response.setHeader('etag', page.etag)
  response.setHeader('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === page.etag) {
    response.writeHead(304).end()
    return
  }
  const body = encoded(page, request.headers['accept-encoding'], response)
  response.setHeader('content-length', body.byteLength)
  response.writeHead(page.status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function encoded(page: CachedPage, accepted: unknown, response: ServerResponse): Buffer {
  const accepts = typeof accepted === 'string' ? accepted : ''
  const encoding = accepts.includes('br') ? 'br' : accepts.includes('gzip') ? 'gzip' : undefined
  if (encoding === undefined) return page.body
  response.setHeader('content-encoding', encoding)
  const known = page.encoded.get(encoding)
  if (known !== undefined) return known
  const made =
    encoding === 'br'
      ? brotliCompressSync(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : gzipSync(page.body)
  page.encoded.set(encoding, made)
  return made
}
