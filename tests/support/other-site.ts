import { once } from 'node:events'
import { createServer } from 'node:http'

/** A site of somebody who means harm: one page, on a port of its own. */
export interface OtherSite {
  readonly url: string
  readonly close: () => Promise<void>
}

/** `host` decides whether browsers take it for the same site: `localhost` is, `127.0.0.1` is not. */
export async function startOtherSite(host: 'localhost' | '127.0.0.1', html: string): Promise<OtherSite> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  ).listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return {
    url: `http://${host}:${address.port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
