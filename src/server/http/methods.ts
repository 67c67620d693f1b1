import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failed, statusOf } from '../../contract/envelope.ts'
import { answerHeaders } from './answer-json.ts'

const reading = ['GET', 'HEAD']
/** Paths below which something else than reading is done, and what. Forms post to their page when their script is late. */
const others: readonly (readonly [prefix: RegExp, methods: readonly string[]])[] = [
  [/^\/api\/(?:openapi\.json|docs)(?:$|[/?])/, reading],
  [/^\/(?:api|pay\/notify)\//, ['POST']],
  [/^\/visits(?:$|\?)/, ['POST']],
  [/^\/(?:files|cards|_astro|figures|logos|streams)\//, reading],
  [/^\/(?:healthz|readyz|metrics)(?:$|\?)/, reading],
]
const ofPages = [...reading, 'POST']

/** Methods that an address answers, besides OPTIONS. */
const methodsOf = (url: string): readonly string[] => others.find(([prefix]) => prefix.test(url))?.[1] ?? ofPages

/**
 * Answers OPTIONS with the methods of the address, and every method that the address does not have with 405: TRACE,
 * PROPFIND, PUT and whatever else Node's parser knows. Returns whether the request was answered.
 */
export function answerMethod({ method = '', url = '/' }: IncomingMessage, response: ServerResponse): boolean {
  const methods = methodsOf(url)
  if (methods.includes(method)) return false
  response.setHeader('allow', [...methods, 'OPTIONS'].join(', '))
  if (method === 'OPTIONS') {
    response.writeHead(204).end()
    return true
  }
  const envelope = failed('methodNotAllowed')
  // The body of such a request is not waited for.
  response.setHeader('connection', 'close')
  if (!url.startsWith('/api/')) {
    response.writeHead(405, { 'content-type': 'text/plain; charset=utf-8' }).end(envelope.message)
    return true
  }
  response.writeHead(statusOf(envelope), answerHeaders).end(JSON.stringify(envelope))
  return true
}

/** One response without a body, written to a connection that has no ServerResponse. Ends the connection. */
export function endWith(socket: Duplex, status: number, headers: Iterable<readonly [string, string]>): void {
  const lines = [...headers, ['connection', 'close'], ['content-length', '0']].map((header) => header.join(': '))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`)
}

const statusOfFault: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers what never becomes a request, with the headers of all responses: CONNECT and methods that Node's parser does
 * not know (TRACK) with 405, broken HTTP with 400, headers that are too long with 431, ones that come too late with 408.
 */
export function answerUnparsed(server: Server, headers: ReadonlyMap<string, string>): void {
  const notAllowed = [...headers, ['allow', [...ofPages, 'OPTIONS'].join(', ')] as const]
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    endWith(socket, 405, notAllowed)
  })
  server.on('clientError', (fault: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex) => {
    // Into an answer that has begun nothing may be written.
    if (!socket.writable || hasBegun(socket)) return void socket.destroy(fault)
    const unknownMethod = fault.code === 'HPE_INVALID_METHOD' && /^[A-Z-]{3,20} /.test(String(fault.rawPacket))
    if (unknownMethod) endWith(socket, 405, notAllowed)
    else endWith(socket, statusOfFault[fault.code ?? ''] ?? 400, headers)
  })
}

/** Whether Node is sending an answer over this connection. */
function hasBegun(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, '_headerSent') === true
}
