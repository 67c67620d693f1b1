import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Unanswered requests allowed per connection; browsers and proxies send one at a time. */
const maxPipelined = 8

/**
 * Closes a connection that pipelines too many requests: one packet can hold hundreds, and each allocates memory
 * immediately.
 */
export function capRequests(handler: NodeHandler): NodeHandler {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const before = waiting.get(socket) ?? 0
    if (before >= maxPipelined || socket.destroyed) return void socket.destroy()
    waiting.set(socket, before + 1)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    handler(request, response)
  }
}
