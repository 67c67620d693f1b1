import { readFileSync } from 'node:fs'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'

/** Process ids of the workers of a primary process. Linux only. */
export const workersOf = (primary: number): number[] =>
  readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** A client that keeps one connection, and so stays with one worker. */
export function oneConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const fetchOver = (path: string, init: { method?: string; headers?: IncomingHttpHeaders; body?: Buffer } = {}) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const sent = request(url + path, { agent, method: init.method ?? 'GET', headers: init.headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(init.body)
    })
  return {
    get: fetchOver,
    close: () => agent.destroy(),
    /** For `signInAs`. */
    fetch: async (asked: Request): Promise<Response> => {
      const { pathname, search } = new URL(asked.url)
      const answer = await fetchOver(pathname + search, {
        method: asked.method,
        headers: Object.fromEntries(asked.headers),
        body: Buffer.from(await asked.arrayBuffer()),
      })
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) {
        for (const each of [value ?? []].flat()) headers.append(name, each)
      }
      return new Response(answer.text, { status: answer.status, headers })
    },
  }
}
