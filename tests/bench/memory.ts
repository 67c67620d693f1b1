import { readFileSync } from 'node:fs'
import { startSite } from '../support/site.ts'
import { goalText } from './goals.ts'
import { measureRate } from './load.ts'
import { isServerAvailable, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/** Memory of one process after the start and with every cache full. Linux only. */

/** Megabytes of a line of /proc/PID/status. */
function megabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

/** Distinct pages: lists by filters and places, and pages with parameters that nobody else uses. */
const addresses = [
  (n: number) => `/serviceHall/service?_=${n}`,
  (n: number) => `/marketHall/market?_=${n}`,
  (n: number) => `/demandHall?_=${n}`,
  (n: number) => `/shopList?_=${n}`,
]
const browser = { 'accept-encoding': 'br, gzip' }

/** Rows of the table; without PostgreSQL a single row that says so. */
export async function memoryFigures(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'memory', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const env = { DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1', MALLOC_ARENA_MAX: '2' }
    // The first start fills the database.
    await (await startSite(env)).remove()
    const site = await startSite(env)
    try {
      const pid = site.process.pid ?? 0
      const idle = megabytes(pid, 'VmRSS')
      for (const address of addresses) {
        await measureRate({ url: site.url, path: address, headers: browser })
        // Again, so that they count as requested again.
        await measureRate({ url: site.url, path: address, headers: browser })
      }
      const metrics = await (await fetch(`${site.url}/metrics`)).text()
      const kinds = [...metrics.matchAll(/portal_cache_bytes\{kind="(\w+)"\} (\d+)/g)]
      const cached = kinds.map(([, kind, bytes]) => `${kind} ${Math.round(Number(bytes) / 1024 / 1024)}`)
      return [
        { what: 'memory of a process after the start', figure: `${idle} MB` },
        {
          what: 'memory of a process with all caches full, under load',
          figure: `${megabytes(pid, 'VmHWM')} MB at the peak, ${megabytes(pid, 'VmRSS')} MB after it (${goalText([{ measured: megabytes(pid, 'VmHWM'), goal: 400, unit: ' MB', isBound: true }])}). Caches in MB: ${cached.join(', ')}`,
        },
      ]
    } finally {
      await site.remove()
    }
  })
}
