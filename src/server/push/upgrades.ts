import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'

/**
 * Gives the WebSocket upgrades of one path to `receive`. Other paths belong to other listeners (in development
 * Vite's); where there is none, they are answered, since Node leaves such sockets open for ever.
 */
export function takeUpgrades(
  server: Server,
  path: string,
  sockets: WebSocketServer,
  receive: (socket: WebSocket) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const asked = request.url ?? ''
    if (asked === path || asked.startsWith(`${path}?`)) return sockets.handleUpgrade(request, socket, head, receive)
    if (server.listenerCount('upgrade') === 1) socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
  })
}
