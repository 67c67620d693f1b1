import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Config } from '../../config.ts'
import { clientAddress } from '../http/client-address.ts'
import { endWith } from '../http/methods.ts'
import { isOwnOrigin } from '../http/own-origin.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Refusals } from '../refusals.ts'

interface Upgrades {
  readonly path: string
  readonly sockets: WebSocketServer
  readonly config: Pick<Config, 'siteUrl' | 'siteOrigins' | 'trustProxy'>
  readonly refusals: Pick<Refusals, 'note'>
  readonly receive: (socket: WebSocket, address: string) => void
}

/**
 * Gives the WebSocket upgrades of one path to `receive`, with the address of who asks. A browser says of which site its
 * page is: pages of other sites get 403. A program that is no browser sends no `Origin` and is let in to show its ticket.
 * Other paths belong to other listeners (in development Vite's); where there is none, they are answered, since Node
 * leaves such sockets open for ever.
 */
export function takeUpgrades(server: Server, { path, sockets, config, refusals, receive }: Upgrades): void {
  const headers = securityHeaders(config)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const asked = request.url ?? ''
    const isOurs = asked === path || asked.startsWith(`${path}?`)
    if (!isOurs && server.listenerCount('upgrade') > 1) return
    if (!isOurs) return endWith(socket, 404, headers)
    const address = clientAddress(request, config.trustProxy)
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(config, origin)) {
      refusals.note({ reason: 'foreignOrigin', path, address })
      return endWith(socket, 403, headers)
    }
    sockets.handleUpgrade(request, socket, head, (opened) => receive(opened, address))
  })
}
