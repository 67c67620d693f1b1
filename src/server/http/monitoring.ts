import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../runtime.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { addressHeader, directHeader } from './request-facts.ts'

type HealthSources = Pick<Runtime, 'database' | 'jobs' | 'push' | 'redisAnswers'>

/** Health of each part of the process. Completes within two seconds even if a part hangs. */
export async function checkReadiness({ database, jobs, push, redisAnswers }: HealthSources): Promise<{
  readonly status: 200 | 503
  readonly parts: Readonly<Record<string, boolean>>
}> {
  const [answers, redis] = await Promise.all([database.answers(), redisAnswers?.()])
  const own = { database: answers, migrations: answers, jobs: jobs.ready(), broker: push.ready() }
  const parts = redis === undefined ? own : { ...own, redis }
  return { status: Object.values(parts).every(Boolean) ? 200 : 503, parts }
}

/**
 * Answers /healthz and /readyz before any queue, so that they report the process and not its load. Returns whether it
 * handled the request.
 */
export function answerHealth(runtime: HealthSources, request: IncomingMessage, response: ServerResponse): boolean {
  const { url, method } = request
  if ((method !== 'GET' && method !== 'HEAD') || (url !== '/healthz' && url !== '/readyz')) return false
  const send = (status: number, type: string, text: string) => {
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
    })
    response.end(method === 'HEAD' ? undefined : text)
  }
  if (url === '/healthz') send(200, 'text/plain; charset=utf-8', 'ok')
  else void checkReadiness(runtime).then(({ status, parts }) => send(status, 'application/json', JSON.stringify(parts)))
  return true
}

/** Hashed to equal length for a constant-time comparison. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * GET /metrics with `METRICS_TOKEN` as bearer token, or directly from this machine. Otherwise 401 where a token is
 * configured, else 404.
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
