import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failed, statusOf } from '../../contract/envelope.ts'
import { answerHeaders } from './answer-json.ts'

const readMethods = ['GET', 'HEAD']
/** Methods by path prefix, where they differ from pages. Forms post to their page before their script loads. */
const methodsByPrefix: readonly (readonly [prefix: RegExp, methods: readonly string[]])[] = [
  [/^\/api\/(?:openapi(?:-open)?\.json|docs)(?:$|[/?])/, readMethods],
  [/^\/(?:api|pay\/notify)\//, ['POST']],
  [/^\/visits(?:$|\?)/, ['POST']],
  [/^\/\.well-known\//, readMethods],
  [/^\/(?:files|cards|_astro|figures|logos|streams)\//, readMethods],
  [/^\/(?:healthz|readyz|metrics)(?:$|\?)/, readMethods],
]
const pageMethods = [...readMethods, 'POST']

/** Methods allowed at a URL, besides OPTIONS. */
const methodsOf = (url: string): readonly string[] =>
  methodsByPrefix.find(([prefix]) => prefix.test(url))?.[1] ?? pageMethods

/**
 * Answers OPTIONS with the allowed methods, and every other method with 405 (TRACE, PROPFIND, PUT and others). Returns
 * whether the request was answered.
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
  // The body of such a request is not awaited.
  response.setHeader('connection', 'close')
  if (!url.startsWith('/api/')) {
    response.writeHead(405, { 'content-type': 'text/plain; charset=utf-8' }).end(envelope.message)
    return true
  }
  response.writeHead(statusOf(envelope), answerHeaders).end(JSON.stringify(envelope))
  return true
}

/** Writes a response without a body to a raw socket and closes it. */
export function endSocket(socket: Duplex, status: number, headers: Iterable<readonly [string, string]>): void {
  const lines = [...headers, ['connection', 'close'], ['content-length', '0']].map((header) => header.join(': '))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`)
}

const statusByErrorCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers input that never becomes a request, with the common response headers: CONNECT and methods unknown to Node's
 * parser (TRACK) with 405, malformed HTTP with 400, oversized headers with 431, late headers with 408.
 */
export function answerUnparsed(server: Server, headers: ReadonlyMap<string, string>): void {
  const notAllowed = [...headers, ['allow', [...pageMethods, 'OPTIONS'].join(', ')] as const]
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    endSocket(socket, 405, notAllowed)
  })
  server.on('clientError', (fault: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex) => {
    // Nothing may be written into a response that has started.
    if (!socket.writable || hasSentHeaders(socket)) return void socket.destroy(fault)
    const unknownMethod = fault.code === 'HPE_INVALID_METHOD' && /^[A-Z-]{3,20} /.test(String(fault.rawPacket))
    if (unknownMethod) endSocket(socket, 405, notAllowed)
    else endSocket(socket, statusByErrorCode[fault.code ?? ''] ?? 400, headers)
  })
}

/** Whether Node has started a response on this connection. */
function hasSentHeaders(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, '_headerSent') === true
}
