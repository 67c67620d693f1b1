import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { apiFastPath } from '../../src/server/http/api-fast-path.ts'
import { startApp, type TestApp } from './app.ts'

export interface SentRequest {
  readonly method?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the body in chunks without a content length. */
  readonly isChunked?: boolean
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** Local port of the connection. */
  readonly localPort: number
}

/** The API fast path behind a plain Node server. */
export interface ApiFastPathServer {
  readonly app: TestApp
  readonly port: number
  /** Next request that arrives. */
  readonly nextRequest: () => Promise<unknown>
  /** Requests that the fast path did not handle, answered with 418. */
  readonly unhandled: string[]
  /** Sends a request over a keep-alive connection. */
  readonly send: (path: string, sent?: SentRequest) => Promise<ReceivedResponse>
  readonly close: () => Promise<void>
}

/** Headers of a call with a JSON body. */
export const jsonHeaders = { 'content-type': 'application/json', 'app-id': 'web' }

/** Starts the API fast path on a port, so that calls use a socket as in production. */
export async function startApiFastPathServer(): Promise<ApiFastPathServer> {
  const app = await startApp()
  const takes = apiFastPath(app.runtime)
  const left: string[] = []
  const server = createServer((request, response) => {
    if (takes(request, response)) return
    left.push(`${request.method} ${request.url}`)
    response.writeHead(418).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    app,
    port,
    unhandled: left,
    nextRequest: () => once(server, 'request'),
    send: (path, sent) => send({ port, agent }, path, sent),
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await app.close()
    },
  }
}

const send = (
  to: { readonly port: number; readonly agent: Agent },
  path: string,
  { method = 'POST', body = '{}', headers = jsonHeaders, isChunked = false }: SentRequest = {},
) =>
  new Promise<ReceivedResponse>((resolve, reject) => {
    const length = isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = httpRequest({ ...to, host: '127.0.0.1', path, method, headers: { ...headers, ...length } })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const localPort = response.socket.localPort ?? 0
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, localPort })
      })
    })
    if (isChunked) asked.flushHeaders()
    asked.end(body)
  })

/** Code of a response's envelope; asserts that the HTTP status matches. */
export function envelopeCode({ text, status }: ReceivedResponse): number {
  const read: unknown = JSON.parse(text)
  const code = typeof read === 'object' && read !== null && 'code' in read ? Number(read.code) : 0
  expect(status).toBe(code === 600 ? 401 : code >= 1000 ? 422 : code)
  return code
}
