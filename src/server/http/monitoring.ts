import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../runtime.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { workersHealth, type WorkersHealth } from '../workers/messages.ts'
import { addressHeader, directHeader } from './request-facts.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

type HealthSources = Pick<Runtime, 'database' | 'jobs' | 'push' | 'redisAnswers' | 'bus'>

/** Health of the workers of this machine; a primary process that does not answer counts as failed. */
const workersOf = async (bus: HealthSources['bus']): Promise<Partial<WorkersHealth>> =>
  bus === undefined
    ? {}
    : bus.ask('health').then(
        (answer) => workersHealth.parse(answer),
        () => ({ workers: false, leader: false }),
      )

/**
 * Health of each part of the process, and of all workers of this machine. Completes within two seconds even if a part
 * hangs.
 */
export async function checkReadiness({ database, jobs, push, redisAnswers, bus }: HealthSources): Promise<{
  readonly status: 200 | 503
  readonly parts: Readonly<Record<string, boolean>>
}> {
  const [answers, redis, workers] = await Promise.all([database.answers(), redisAnswers?.(), workersOf(bus)])
  const own = { database: answers, migrations: answers, jobs: jobs.ready(), broker: push.ready(), ...workers }
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
      'cache-control': cacheControl.none,
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
  { config, metrics, refusals, bus }: Pick<Runtime, 'config' | 'metrics' | 'refusals' | 'bus'>,
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
  // Of all workers together.
  const text = bus === undefined ? await metrics.registry.metrics() : z.string().parse(await bus.ask('metrics'))
  return plain(text, 200, { 'content-type': metrics.registry.contentType })
}

const plain = (body: string, status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.none, ...headers },
  })
