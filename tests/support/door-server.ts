import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { callDoor } from '../../src/server/http/call-door.ts'
import { startApp, type TestApp } from './app.ts'

export interface Sent {
  readonly method?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the body in pieces of no announced length. */
  readonly isChunked?: boolean
}

export interface Got {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** Port of this end of the connection. */
  readonly localPort: number
}

/** callDoor behind a server of Node's own. */
export interface DoorServer {
  readonly app: TestApp
  readonly port: number
  /** Next request that arrives. */
  readonly arrival: () => Promise<unknown>
  /** Requests that were left to the long way, answered here with 418. */
  readonly left: string[]
  /** One request over a connection that is kept open. */
  readonly send: (path: string, sent?: Sent) => Promise<Got>
  readonly close: () => Promise<void>
}

/** Headers of a call with a JSON body. */
export const json = { 'content-type': 'application/json', 'app-id': 'web' }

/** Starts the product with callDoor on a port, so that calls go over a socket as they do in the process. */
export async function startDoorServer(): Promise<DoorServer> {
  const app = await startApp()
  const takes = callDoor(app.runtime)
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
    ...{ app, port, left },
    arrival: () => once(server, 'request'),
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
  { method = 'POST', body = '{}', headers = json, isChunked = false }: Sent = {},
) =>
  new Promise<Got>((resolve, reject) => {
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

/** Code of an answer's envelope, which its HTTP status has to follow. */
export function codeOf({ text, status }: Got): number {
  const read: unknown = JSON.parse(text)
  const code = typeof read === 'object' && read !== null && 'code' in read ? Number(read.code) : 0
  expect(status).toBe(code === 600 ? 401 : code >= 1000 ? 422 : code)
  return code
}
