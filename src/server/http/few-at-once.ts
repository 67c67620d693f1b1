import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Requests of one connection that may wait for their answers: browsers and proxies send one after the other. */
const atOnce = 8

/**
 * Ends a connection that asks far ahead of its answers. One packet can hold hundreds of requests, and each would
 * take its memory at once.
 */
export function fewAtOnce(handler: NodeHandler): NodeHandler {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const before = waiting.get(socket) ?? 0
    if (before >= atOnce || socket.destroyed) return void socket.destroy()
    waiting.set(socket, before + 1)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    handler(request, response)
  }
}
