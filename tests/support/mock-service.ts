import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

/** A request received by the mock service. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface MockService {
  /** http://127.0.0.1:port */
  readonly url: string
  readonly requests: ReceivedRequest[]
  /** Sets the response from now on. */
  readonly respondWith: (how: Responder) => void
}

/** Undefined: never responds. */
type Responder = (
  heard: ReceivedRequest,
) => { readonly status?: number; readonly body: string | Uint8Array } | undefined

/** A mock of an external HTTP service, closed after the running test. */
export async function startMockService(first: Responder): Promise<MockService> {
  const heard: ReceivedRequest[] = []
  let responder = first
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://other.invalid')
      const one = { method: request.method ?? '', url, headers: request.headers, body: Buffer.concat(chunks) }
      heard.push(one)
      const answer = responder(one)
      if (answer === undefined) return
      const { status = 200, body } = answer
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The other side has no port')
  return { url: `http://127.0.0.1:${address.port}`, requests: heard, respondWith: (next) => (responder = next) }
}
