import type { IncomingMessage, ServerResponse } from 'node:http'
import { databaseFailure } from '../../db/errors.ts'
import { findRoute } from '../../domain/routes.ts'
import type { Runtime } from '../runtime.ts'
import { sendCached, sendDrawn } from './send-cached.ts'
import { requestedIdOf, createUnknownIds } from './unknown-ids.ts'

/**
 * Page fast path: renders uncached public pages directly for the Node request. Returns whether it handled the request;
 * everything else goes through fetch.ts, and so do all pages in development.
 */
export const pageFastPath = ({ config, database, pages, renderer, errorPages, metrics, log }: Runtime) => {
  const unknown = createUnknownIds(database, pages)
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { render } = renderer
    const url = request.url ?? '/'
    if (render === undefined || request.method !== 'GET') return false
    if (findRoute(url.split('?', 1)[0] ?? '')?.who !== 'all') return false
    const requestedId = requestedIdOf(url)
    const answer = async (): Promise<void> => {
      if (requestedId !== undefined && (await unknown.isUnknown(requestedId)))
        return sendCached(await errorPages.page(404, requestedId.without), request, response)
      const renderedAt = pages.moment()
      metrics.page('drawn')
      const rendered = await renderer.admit(() =>
        render(new Request(config.siteUrl + url, { headers: headersOf(request) })),
      )
      if (!(rendered instanceof Response)) return sendDrawn(rendered, request, response)
      if (requestedId !== undefined && rendered.status === 404) unknown.noteMissing(requestedId, renderedAt)
      await sendResponse(rendered, response)
    }
    answer().catch((err: unknown) => {
      if (response.headersSent) return void response.destroy()
      if (databaseFailure(err) !== undefined) {
        void errorPages.page(503).then((page) => sendCached(page, request, response))
        return
      }
      log.error({ err, url }, 'page failed')
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('服务器出错，请稍后再试')
    })
    return true
  }
}

/** Node joins repeated headers, cookies as well. */
const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)])

/** Sends an uncacheable response: errors and redirects. */
async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  // Set-Cookie may repeat; other headers replace those set by the listener.
  for (const [name, value] of answer.headers) {
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.setHeader('content-length', body.byteLength)
  response.writeHead(answer.status).end(body)
}
