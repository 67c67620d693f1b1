import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { installation } from '../../config.ts'
import { figuresLine } from '../../domain/operations/figure-line.ts'
import type { Runtime } from '../runtime.ts'
import { isUnknownAddress } from './addresses.ts'
import { callDoor } from './call-door.ts'
import { clientAddress, isDirectLoopback } from './client-address.ts'
import { answerHealth } from './health.ts'
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
 * What the process does with a request before Astro sees it: the headers of all responses, its health, a method that
 * the address has, a sane address, static files with their compressed twins, public pages from the cache, addresses
 * where nothing is, calls with a JSON body, the lines of data displays.
 */
export function listener(runtime: Runtime, astro: NodeHandler): NodeHandler {
  const { config, pages, metrics, displays, refusals, standing } = runtime
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
  /** What is no file of the site: a page, or an address where nothing is. */
  const pageOrNothing: NodeHandler = (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (isUnknownAddress(path)) void standing.page(404).then((page) => sendCached(page, request, response))
    else if (!takesPage(request, response)) astro(request, response)
  }
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (answerHealth(runtime, request, response)) return
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
      return files(request, response, () => pageOrNothing(request, response))
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
