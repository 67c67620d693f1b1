import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { pageBody, type CachedPage } from '../page-cache.ts'
import { gzipParts } from './gzip-parts.ts'
import { ownMemory } from './own-memory.ts'

/** Sends a public page from the cache: 304 where the browser has it, compressed where it may be. */
export function sendCached(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  setHeaders(page, response)
  if (page.status === 200) {
    const etag = page.etag()
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end()
      return
    }
  }
  const body = encoded(page, request, response)
  response.setHeader('content-length', body.byteLength)
  response.writeHead(page.status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/**
 * Sends a page that was just drawn, out of parts that are compressed already: a better form and an etag are for one
 * that is asked for again.
 */
export function sendDrawn(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  const zips = accepts(request, 'gzip')
  const body = zips ? gzipParts(page.parts) : pageBody(page)
  setHeaders(page, response)
  if (zips) response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-length', body.byteLength)
  response.writeHead(page.status).end(body)
}

function setHeaders(page: CachedPage, response: ServerResponse): void {
  for (const [name, value] of page.headers) response.setHeader(name, value)
  response.setHeader('vary', 'accept-encoding')
}

type Encoding = 'br' | 'gzip'

const good: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body),
}

const accepts = ({ headers }: IncomingMessage, encoding: Encoding): boolean =>
  String(headers['accept-encoding'] ?? '').includes(encoding)

function encoded(page: CachedPage, request: IncomingMessage, response: ServerResponse): Buffer {
  const encoding = (['br', 'gzip'] as const).find((each) => accepts(request, each))
  if (encoding === undefined) return pageBody(page)
  response.setHeader('content-encoding', encoding)
  const known = page.encoded.get(encoding)
  if (known !== undefined) return known
  const made = ownMemory(good[encoding](pageBody(page)))
  page.encoded.set(encoding, made)
  return made
}
