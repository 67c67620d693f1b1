import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Records one call: its path, envelope code and seconds. */
  readonly call: (path: string, code: number, seconds: number) => void
  /** Records what the page cache answered. */
  readonly page: (answer: 'hit' | 'miss') => void
  /** Push connections open now. */
  readonly connections: Gauge
}

/** Prometheus figures of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const calls = new Counter({ name: 'portal_calls_total', help: 'calls', labelNames: ['path', 'code'], registers })
  const seconds = new Histogram({
    name: 'portal_call_seconds',
    help: 'time of a call',
    labelNames: ['path'],
    registers,
  })
  const pages = new Counter({ name: 'portal_pages_total', help: 'public pages', labelNames: ['answer'], registers })
  return {
    registry,
    call: (path, code, time) => {
      calls.inc({ path, code })
      seconds.observe({ path }, time)
    },
    page: (answer) => pages.inc({ answer }),
    connections: new Gauge({ name: 'portal_push_connections', help: 'open push connections', registers }),
  }
}
