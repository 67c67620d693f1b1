import cluster from 'node:cluster'
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { cacheBudget } from './cache-budget.ts'

export interface Metrics {
  readonly registry: Registry
  /** Records one call: its path, envelope code and seconds. */
  readonly call: (path: string, code: number, seconds: number) => void
  /** Records page cache hits and misses, and rendered pages; missing ids render nothing. */
  readonly page: (answer: 'hit' | 'miss' | 'drawn') => void
  /** Records a gateway callback. */
  readonly callback: (method: string, outcome: string) => void
  /** Records a refusal: its path, and the failure or check. */
  readonly refusal: (path: string, reason: string) => void
  /** Records unknown fields of a call of the specification. */
  readonly droppedFields: (path: string, count: number) => void
  /** Exposes running, waiting and refused work of each admission limit. */
  readonly watch: (limits: Readonly<Record<string, Pick<AdmissionLimit, 'state'>>>) => void
  /** Push connections open now. */
  readonly connections: Gauge
}

/** Messages skipped or refused by the recipient limit of their template, for the whole process. */
export const limitedMessages = new Counter({
  name: 'portal_outbox_limited_total',
  help: 'messages left out or refused by the limit of their recipient',
  labelNames: ['template', 'channel'],
  registers: [],
})

/** Memory of cached values, for the whole process. */
const cacheBytes = new Gauge({
  name: 'portal_cache_bytes',
  help: 'memory of cached values by kind, together at most CACHE_MB',
  labelNames: ['kind'],
  registers: [],
  collect() {
    for (const [kind, bytes] of Object.entries(cacheBudget.usage())) this.set({ kind }, bytes)
  },
})

/** Prometheus metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(limitedMessages)
  registry.registerMetric(cacheBytes)
  // In a worker, answers the primary process that adds up the metrics of all.
  AggregatorRegistry.setRegistries([registry])
  if (cluster.isWorker) void new AggregatorRegistry()
  const registers = [registry]
  const calls = new Counter({ name: 'portal_calls_total', help: 'calls', labelNames: ['path', 'code'], registers })
  const seconds = new Histogram({
    name: 'portal_call_seconds',
    help: 'time of a call',
    labelNames: ['path'],
    registers,
  })
  const pages = new Counter({ name: 'portal_pages_total', help: 'public pages', labelNames: ['answer'], registers })
  const callbacks = new Counter({
    name: 'portal_gateway_callbacks_total',
    help: 'what payment gateways said at the door',
    labelNames: ['method', 'outcome'],
    registers,
  })
  const refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'failed sign-ins, refused calls, uploads and connections',
    labelNames: ['path', 'reason'],
    registers,
  })
  const droppedFields = new Counter({
    name: 'portal_dropped_fields_total',
    help: 'fields of bodies that a call of the specification does not know; their names are in the log',
    labelNames: ['path'],
    registers,
  })
  return {
    registry,
    call: (path, code, time) => {
      calls.inc({ path, code })
      seconds.observe({ path }, time)
    },
    page: (answer) => pages.inc({ answer }),
    callback: (method, outcome) => callbacks.inc({ method, outcome }),
    refusal: (path, reason) => refusals.inc({ path, reason }),
    droppedFields: (path, count) => droppedFields.inc({ path }, count),
    watch: (limits) => {
      const show = (name: string, help: string, of: 'running' | 'waiting' | 'refused') =>
        new Gauge({
          name,
          help,
          labelNames: ['limit'],
          registers,
          collect() {
            for (const [limit, { state }] of Object.entries(limits)) this.set({ limit }, state[of])
          },
        })
      show('portal_limit_running', 'done now, of what is limited at once; uploads by their number', 'running')
      show('portal_limit_waiting', 'waiting for its turn', 'waiting')
      show('portal_limit_refused_total', 'refused since the start: too many waited, or too long', 'refused')
    },
    connections: new Gauge({ name: 'portal_push_connections', help: 'open push connections', registers }),
  }
}
