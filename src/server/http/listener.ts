import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { installation } from '../../config.ts'
import { figuresLine } from '../../domain/operations/figure-line.ts'
import type { Runtime } from '../runtime.ts'
import { callDoor } from './call-door.ts'
import { clientAddress, isDirectLoopback } from './client-address.ts'
import { answerMethod } from './methods.ts'
import { pageDoor } from './page-door.ts'
import { addressHeader, directHeader } from './request-facts.ts'
import { contentPolicies, securityHeaders } from './security-headers.ts'
import { sendCached } from './send-cached.ts'

/** Kinds of files that the static server does not know by their name. */
const streamTypes: readonly (readonly [ending: string, type: string])[] = [
  ['.m3u8', 'application/vnd.apple.mpegurl'],
  ['.m4s', 'video/iso.segment'],
]

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * What the process does with a request before Astro sees it: the headers of all responses, a method that the address
 * has, a sane address, static files with their
 * compressed twins, public pages from the cache, calls with a JSON body, the lines of data displays.
 */
export function listener(runtime: Runtime, astro: NodeHandler): NodeHandler {
  const { config, pages, metrics, displays, refusals } = runtime
  const takesCall = callDoor(runtime)
  const takesPage = pageDoor(runtime)
  const host = new URL(config.siteUrl).host
  const files = sirv(join(installation, 'dist/client'), {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      if (path.endsWith('.svg')) response.setHeader('content-security-policy', contentPolicies.svg)
      const type = streamTypes.find(([ending]) => path.endsWith(ending))?.[1]
      if (type !== undefined) response.setHeader('content-type', type)
      if (path.startsWith('/_astro/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  const headers = securityHeaders(config)
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const url = request.url ?? '/'
    if (!url.startsWith('/') || !decodable(url)) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('请求地址无效')
      return
    }
    if (answerMethod(request, response)) return
    if (isDirectLoopback(request)) request.headers[directHeader] = '1'
    else delete request.headers[directHeader]
    // Pages and the cache know one origin, whatever the Host header says.
    request.headers.host = host
    const address = clientAddress(request, config.trustProxy)
    request.headers[addressHeader] = address
    if (url === figuresLine && request.method === 'GET') {
      if (!displays.serve(response, address)) refusals.note({ reason: 'tooMany', path: figuresLine, address })
      return
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      const page = pages.get(url)
      metrics.page(page === undefined ? 'miss' : 'hit')
      if (page !== undefined) return sendCached(page, request, response)
      return files(request, response, () => void (takesPage(request, response) || astro(request, response)))
    }
    if (!takesCall(request, response)) astro(request, response)
  }
}

function decodable(url: string): boolean {
  try {
    return decodeURI(url) !== ''
  } catch {
    return false
  }
}
