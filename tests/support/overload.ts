import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { accounts, demoPassword } from './accounts.ts'
import { postCall } from './sign-in-load.ts'
import type { Site } from './site.ts'

/** Measurements of a site under overload. */
export interface OverloadFigures {
  /** Number of responses by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Broken connections, and requests without a response within 20 s. */
  readonly broken: number
  /** Response times of /healthz in milliseconds, requested every 50 ms: 99th percentile and maximum. */
  readonly health: { readonly p99: number; readonly most: number }
  /** Codes and milliseconds of sequential sign-ins. */
  readonly signIns: readonly { readonly code: number; readonly ms: number }[]
}

const searchPath = '/api/mall/service/standard/list-page'

/** Overloads a site with uncached searches from many IP addresses. */
export async function measureOverload(
  site: Site,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<OverloadFigures> {
  let number = 0
  const address = () => {
    number += 1
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  }
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address() },
    body: JSON.stringify({ keyword: `检测 ${number} 分析`, current: 1, pageSize: 20 }),
  })
  const requests = [{ method: 'POST' as const, path: searchPath, setupRequest }]
  // Warm-up, so that loading and compiling are not measured.
  for (let first = 0; first < 20; first += 1) {
    const input = { keyword: `检测 ${first} 分析`, current: 1, pageSize: 20 }
    await postCall(site, { path: searchPath.slice('/api'.length), input, headers: { 'x-forwarded-for': address() } })
  }
  const load = autocannon({ url: site.url, connections, duration: seconds, timeout: 20, requests })
  const over = new AbortController()
  const health = repeatUntil(over.signal, 50, async () => {
    await (await fetch(`${site.url}/healthz`)).text()
  })
  const signIns: { code: number; ms: number }[] = []
  const people = repeatUntil(over.signal, 500, async () => {
    const started = performance.now()
    const loginName = accounts[signIns.length % accounts.length] ?? ''
    const { code } = await postCall(site, {
      path: '/user-center/user/login',
      input: { loginName, password: demoPassword },
      headers: { 'x-forwarded-for': address() },
    })
    signIns.push({ code, ms: performance.now() - started })
  })
  const result = await load
  over.abort()
  const times = (await health).toSorted((a, b) => a - b)
  await people
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0])
  return {
    statuses: Object.fromEntries(statuses),
    broken: result.errors + result.timeouts,
    health: { p99: times[Math.floor(times.length * 0.99)] ?? 0, most: times.at(-1) ?? 0 },
    signIns,
  }
}

/** Repeats work until the signal, and returns the milliseconds of each run. */
async function repeatUntil(end: AbortSignal, ms: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  while (!end.aborted) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
    await pause(ms)
  }
  return times
}

/** Responses per second for distinct unknown paths, and for the cached home page. */
export async function measureUnknownPaths(
  site: Site,
  seconds: number,
): Promise<{ readonly unknown: number; readonly cached: number }> {
  let number = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    number += 1
    return { ...request, path: `/nothing-${number}` }
  }
  const rateOf = async (requests: autocannon.Request[], status: string): Promise<number> => {
    const { statusCodeStats = {}, requests: counted } = await autocannon({
      url: site.url,
      connections: 32,
      duration: seconds,
      requests,
    })
    if (Object.keys(statusCodeStats).join() !== status)
      throw new Error(`Other than ${status}: ${JSON.stringify(statusCodeStats)}`)
    return counted.average
  }
  await (await fetch(site.url)).text()
  const cached = await rateOf([{ method: 'GET', path: '/' }], '200')
  const unknown = await rateOf([{ method: 'GET', setupRequest }], '404')
  return { unknown, cached }
}
