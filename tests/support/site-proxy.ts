import { once } from 'node:events'
import { createServer, request as requestHttp, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** Stands between a browser and a site, so that a test can take the network away or change a file of the site. */
export interface SiteProxy {
  readonly url: string
  /** Origin that is asked. */
  target: string
  /** Whether every connection is cut, as without a network. */
  isCut: boolean
  /** Changes of texts by path, such as those of a later build. */
  readonly changes: Map<string, (text: string) => string>
  readonly close: () => Promise<void>
}

export async function startSiteProxy(target: string): Promise<SiteProxy> {
  const server = createServer((incoming, response) => {
    if (proxy.isCut) return void incoming.socket.destroy()
    const change = proxy.changes.get(incoming.url ?? '')
    const { 'accept-encoding': encoding, ...plain } = incoming.headers
    const outgoing = requestHttp(
      new URL(incoming.url ?? '/', proxy.target),
      { method: incoming.method, headers: change === undefined ? { ...plain, 'accept-encoding': encoding } : plain },
      (answer: IncomingMessage) => {
        if (change === undefined) {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          return void answer.pipe(response)
        }
        const { 'content-length': _length, etag: _etag, ...headers } = answer.headers
        void text(answer).then((body) => response.writeHead(answer.statusCode ?? 502, headers).end(change(body)))
      },
    )
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const proxy: SiteProxy = {
    url: `http://localhost:${port}`,
    target,
    isCut: false,
    changes: new Map(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
