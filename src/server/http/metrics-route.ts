import { createHash, timingSafeEqual } from 'node:crypto'
import type { Runtime } from '../runtime.ts'
import { addressHeader, directHeader } from './request-facts.ts'

/** Digests have one length, so that the comparison takes the same time whatever was sent. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * GET /metrics, for who brings `METRICS_TOKEN` as a bearer token, or asks from this machine and through no proxy. For
 * everybody else it is 401 where a token is set, and does not exist where none is.
 */
export async function serveMetrics(
  { config, metrics, refusals }: Pick<Runtime, 'config' | 'metrics' | 'refusals'>,
  headers: Headers,
): Promise<Response> {
  const sent = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const { metricsToken } = config
  const hasToken = sent !== undefined && metricsToken !== undefined
  const allowed = headers.get(directHeader) === '1' || (hasToken && timingSafeEqual(digest(sent), digest(metricsToken)))
  if (!allowed) {
    refusals.note({ reason: 'metricsRefused', path: '/metrics', address: headers.get(addressHeader) ?? '' })
    return metricsToken === undefined
      ? plain('not found', 404)
      : plain('unauthorized', 401, { 'www-authenticate': 'Bearer realm="metrics"' })
  }
  return plain(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
}

const plain = (body: string, status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
