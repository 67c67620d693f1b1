import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { CachedPage } from '../page-cache.ts'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

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
 * Sends a page that was just drawn, compressed as quickly as can be and beside the thread that draws: a good form and
 * an etag are for one that is asked for again.
 */
export async function sendDrawn(page: CachedPage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const encoding = encodingFor(request)
  const body = encoding === undefined ? page.body : await quick[encoding](page.body)
  setHeaders(page, response)
  if (encoding !== undefined) response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.byteLength)
  response.writeHead(page.status).end(body)
}

function setHeaders(page: CachedPage, response: ServerResponse): void {
  for (const [name, value] of page.headers) response.setHeader(name, value)
  response.setHeader('vary', 'accept-encoding')
}

type Encoding = 'br' | 'gzip'

const quick: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (body) => zip(body, { level: constants.Z_BEST_SPEED }),
}
const good: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body),
}

function encodingFor({ headers }: IncomingMessage): Encoding | undefined {
  const accepts = String(headers['accept-encoding'] ?? '')
  return accepts.includes('br') ? 'br' : accepts.includes('gzip') ? 'gzip' : undefined
}

function encoded(page: CachedPage, request: IncomingMessage, response: ServerResponse): Buffer {
  const encoding = encodingFor(request)
  if (encoding === undefined) return page.body
  response.setHeader('content-encoding', encoding)
  const known = page.encoded.get(encoding)
  if (known !== undefined) return known
  const made = good[encoding](page.body)
  page.encoded.set(encoding, made)
  return made
}
