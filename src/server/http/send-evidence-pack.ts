import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../runtime.ts'
import { serveEvidencePack } from './evidence-pack-route.ts'

const packPath = /^\/files\/evidence-pack\/(\w+)\/(\w+)\/?$/

/** Side and number of a pack in a URL, however it is spelled: what the routes behind would serve is sent here. */
export function packInUrl(url: string): { readonly side: string; readonly id: string } | undefined {
  const parsed = URL.parse(`http://localhost${url.replaceAll(/\/{2,}/g, '/')}`)
  if (parsed === null) return undefined
  try {
    const [, side, id] = packPath.exec(decodeURIComponent(parsed.pathname)) ?? []
    return side === undefined || id === undefined ? undefined : { side, id }
  } catch {
    // Not a valid encoding: no route matches it.
    return undefined
  }
}

/**
 * Sends an evidence pack with backpressure: a chunk is read when the network took the one before. Astro's adapter
 * writes whatever a body has, and would hold a whole archive for a slow reader. Returns whether the request was one.
 */
export function sendEvidencePack(runtime: Runtime, request: IncomingMessage, response: ServerResponse): boolean {
  const place = request.method === 'GET' ? packInUrl(request.url ?? '') : undefined
  if (place === undefined) return false
  void answer(runtime, place, request, response).catch((err: unknown) => {
    runtime.log.error({ err }, 'evidence pack')
    if (response.headersSent) response.destroy()
    else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('暂时无法下载，请稍后重试')
  })
  return true
}

async function answer(
  runtime: Runtime,
  place: { readonly side: string; readonly id: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const { status, headers: answered, body } = await serveEvidencePack(runtime, place, headers)
  // Who left while the pack was prepared: a body that nobody begins to read would never end.
  if (response.destroyed) return void (await body?.cancel())
  answered.forEach((value, name) => response.setHeader(name, value))
  response.writeHead(status)
  if (body === null) return void response.end()
  const left = new Promise((resolve) => response.once('close', resolve))
  for await (const chunk of body) {
    // The memory of a chunk is used again for the next one: the network has to have taken it.
    await Promise.race([flush(response, chunk), left])
    // A reader who leaves ends the body, and with it the archive.
    if (response.destroyed) return
  }
  response.end()
}

/** Writes a chunk and waits until the network took it; a connection that ends meanwhile may leave it open. */
const flush = (response: ServerResponse, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve) => response.write(chunk, () => resolve()))
