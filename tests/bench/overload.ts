import { startSite } from '../support/site.ts'
import { measureOverload, measureUnknownPaths } from '../support/overload.ts'
import { goalText } from './goals.ts'
import { isServerAvailable, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/** Quality figures 24 and 26: load far above capacity, on both engines. */
const [connections, seconds] = [500, 30]

async function figuresOn(engine: string, env: Readonly<Record<string, string>>): Promise<Line[]> {
  const site = await startSite({ TRUST_PROXY: '1', LOG_LEVEL: 'info', DEMO: '1', ...env })
  try {
    const { unknown, cached } = await measureUnknownPaths(site, 5)
    const { statuses, broken, health, signIns } = await measureOverload(site, { connections, seconds })
    const slowest = Math.max(...signIns.map(({ ms }) => ms))
    const failed = signIns.filter(({ code }) => code !== 200).length
    const counted = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
    return [
      {
        what: `addresses where nothing is, each another, beside the cached home page (${engine})`,
        figure: `${Math.round(unknown).toLocaleString('en')}/s, ${Math.round(cached).toLocaleString('en')}/s: ${Math.round((unknown / cached) * 100)} % (${goalText([{ measured: (unknown / cached) * 100, goal: 100, unit: ' %' }])})`,
      },
      {
        what: `${connections} connections that search for ${seconds} s (${engine}): /healthz and signing in meanwhile`,
        figure: `/healthz p99 ${Math.round(health.p99)} ms, at most ${Math.round(health.most)} ms; ${signIns.length} sign-ins, ${failed} refused, at most ${Math.round(slowest)} ms; searches ${counted.join(', ')}, ${broken} broken (${goalText(
          [
            { measured: health.p99, goal: 250, unit: ' ms of /healthz', isBound: true },
            { measured: slowest, goal: 2_000, unit: ' ms of signing in', isBound: true },
          ],
        )})`,
      },
    ]
  } finally {
    await site.remove()
  }
}

/** Rows of the table. PostgreSQL is omitted if not available. */
export async function overloadFigures(): Promise<Line[]> {
  const embedded = await figuresOn('embedded', {})
  if (!(await isServerAvailable())) return embedded
  return [...embedded, ...(await withDatabase((url) => figuresOn('PostgreSQL', { DATABASE_URL: url })))]
}
