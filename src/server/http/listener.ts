import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { installation } from '../../config.ts'
import { statisticsStreamPath } from '../../domain/operations/statistics-stream.ts'
import type { Runtime } from '../runtime.ts'
import { isUnknownPath } from './server-paths.ts'
import { apiFastPath } from './api-fast-path.ts'
import { clientAddress, isDirectLoopback } from './client-address.ts'
import { answerCors, contentPolicies, securityHeaders } from './security-headers.ts'
import { answerHealth } from './monitoring.ts'
import { answerMethod } from './methods.ts'
import { pageFastPath } from './page-fast-path.ts'
import { addressHeader, directHeader } from './request-facts.ts'
import { sendEvidencePack } from './send-evidence-pack.ts'
import { sendCached } from './send-cached.ts'
import { removingWorker } from './removing-worker.ts'
import { serviceWorkerPath } from '../../domain/shell/stored-names.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** Content types that the static file server does not know by extension. */
const streamTypes: readonly (readonly [ending: string, type: string])[] = [
  ['.m3u8', 'application/vnd.apple.mpegurl'],
  ['.m4s', 'video/iso.segment'],
]

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Handles a request before Astro: response headers, health, URL validation, allowed methods, precompressed static
 * files, cached public pages, unknown paths, calls with a JSON body, and the event stream of data displays.
 */
export function createListener(runtime: Runtime, astro: NodeHandler): NodeHandler {
  const { config, pages, metrics, displays, refusals, errorPages } = runtime
  const serveCall = apiFastPath(runtime)
  const servePage = pageFastPath(runtime)
  const host = new URL(config.siteUrl).host
  const files = sirv(join(installation, 'dist/client'), {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      if (path.endsWith('.svg')) response.setHeader('content-security-policy', contentPolicies.svg)
      const type = streamTypes.find(([ending]) => path.endsWith(ending))?.[1]
      if (type !== undefined) response.setHeader('content-type', type)
      if (path === serviceWorkerPath) {
        response.setHeader('cache-control', cacheControl.revalidated)
        response.setHeader('content-security-policy', contentPolicies.worker)
      }
      if (path.startsWith('/_astro/')) response.setHeader('cache-control', cacheControl.immutable)
    },
  })
  const headers = securityHeaders(config)
  /** A request that is no static file: a page or an unknown path. */
  const servePageOrNotFound: NodeHandler = (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (isUnknownPath(path)) void errorPages.page(404).then((page) => sendCached(page, request, response))
    else if (!servePage(request, response)) astro(request, response)
  }
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (answerHealth(runtime, request, response)) return
    const url = request.url ?? '/'
    if (!url.startsWith('/') || !isDecodable(url)) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('请求地址无效')
      return
    }
    if (answerCors(config, request, response)) return
    if (answerMethod(request, response)) return
    if (isDirectLoopback(request)) request.headers[directHeader] = '1'
    else delete request.headers[directHeader]
    // Pages and the cache use one origin, whatever the Host header says.
    request.headers.host = host
    const address = clientAddress(request, config.trustProxy)
    request.headers[addressHeader] = address
    if (url === statisticsStreamPath && request.method === 'GET') {
      if (!displays.serve(response, address)) refusals.note({ reason: 'tooMany', path: statisticsStreamPath, address })
      return
    }
    if (sendEvidencePack(runtime, request, response)) return
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (url === serviceWorkerPath && !config.serviceWorker) return removingWorker(response)
      const page = pages.get(url)
      metrics.page(page === undefined ? 'miss' : 'hit')
      if (page !== undefined) return sendCached(page, request, response)
      return files(request, response, () => servePageOrNotFound(request, response))
    }
    if (!serveCall(request, response)) astro(request, response)
  }
}

function isDecodable(url: string): boolean {
  try {
    return decodeURI(url) !== ''
  } catch {
    return false
  }
}
