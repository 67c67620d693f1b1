import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Records one call: its path, envelope code and seconds. */
  readonly call: (path: string, code: number, seconds: number) => void
  /** Records what the page cache answered. */
  readonly page: (answer: 'hit' | 'miss') => void
  /** Records what came to a payment gateway's door. */
  readonly callback: (method: string, outcome: string) => void
  /** Records that somebody was refused: where, and by which failure or check. */
  readonly refusal: (path: string, reason: string) => void
  /** Push connections open now. */
  readonly connections: Gauge
}

/** Messages that recipients did not get because they had as many of the template already: of the whole process. */
export const limitedMessages = new Counter({
  name: 'portal_outbox_limited_total',
  help: 'messages left out or refused by the limit of their recipient',
  labelNames: ['template', 'channel'],
  registers: [],
})

/** Prometheus figures of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(limitedMessages)
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
  return {
    registry,
    call: (path, code, time) => {
      calls.inc({ path, code })
      seconds.observe({ path }, time)
    },
    page: (answer) => pages.inc({ answer }),
    callback: (method, outcome) => callbacks.inc({ method, outcome }),
    refusal: (path, reason) => refusals.inc({ path, reason }),
    connections: new Gauge({ name: 'portal_push_connections', help: 'open push connections', registers }),
  }
}
