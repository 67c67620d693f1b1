import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

/** One request that another service was sent. */
export interface Heard {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface OtherSide {
  /** http://127.0.0.1:port */
  readonly url: string
  readonly heard: Heard[]
  /** What it answers from now on. */
  readonly answers: (how: Answering) => void
}

/** Undefined: it takes the request and never answers. */
type Answering = (heard: Heard) => { readonly status?: number; readonly body: string | Uint8Array } | undefined

/** A service of somebody else's, standing here until the running test is over. */
export async function otherSide(first: Answering): Promise<OtherSide> {
  const heard: Heard[] = []
  let how = first
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://other.invalid')
      const one = { method: request.method ?? '', url, headers: request.headers, body: Buffer.concat(chunks) }
      heard.push(one)
      const answer = how(one)
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
  return { url: `http://127.0.0.1:${address.port}`, heard, answers: (next) => (how = next) }
}
