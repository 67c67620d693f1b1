import type { IncomingMessage, ServerResponse } from 'node:http'
import { databaseFault } from '../../db/faults.ts'
import { routeOf } from '../../domain/routes.ts'
import type { Runtime } from '../runtime.ts'
import { sendCached, sendDrawn } from './send-cached.ts'

/**
 * Draws public pages that are not in the cache for Node's own request. Says whether a request asked for one; all else
 * goes through fetch.ts, and so do all pages in development.
 */
export const pageDoor =
  ({ config, drawing, standing, log }: Runtime) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { draw } = drawing
    const url = request.url ?? '/'
    if (draw === undefined || request.method !== 'GET') return false
    if (routeOf(url.split('?', 1)[0] ?? '')?.who !== 'all') return false
    drawing
      .admit(() => draw(new Request(config.siteUrl + url, { headers: headersOf(request) })))
      .then((drawn) => (drawn instanceof Response ? send(drawn, response) : sendDrawn(drawn, request, response)))
      .catch((err: unknown) => {
        if (response.headersSent) return void response.destroy()
        if (databaseFault(err) !== undefined) {
          void standing.page(503).then((page) => sendCached(page, request, response))
          return
        }
        log.error({ err, url }, 'page failed')
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('服务器出错，请稍后再试')
      })
    return true
  }

/** Node joins what came several times, cookies as well. */
const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)])

/** What is not kept: pages that failed or lead elsewhere. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  // A header that may come several times is one line each; all else replaces what the listener has set.
  for (const [name, value] of answer.headers) {
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.setHeader('content-length', body.byteLength)
  response.writeHead(answer.status).end(body)
}
