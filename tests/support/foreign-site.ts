import { once } from 'node:events'
import { createServer } from 'node:http'

/** An attacker's site: one page on its own port. */
export interface ForeignSite {
  readonly url: string
  readonly close: () => Promise<void>
}

/** `host` decides whether browsers treat it as same-site: `localhost` is, `127.0.0.1` is not. */
export async function startForeignSite(host: 'localhost' | '127.0.0.1', html: string): Promise<ForeignSite> {
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
