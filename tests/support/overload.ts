import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { accounts, demoPassword } from './accounts.ts'
import { post } from './crowd.ts'
import type { Site } from './site.ts'

/** What a site does while far more is asked than it can do, and what others see of it meanwhile. */
export interface OverloadFigures {
  /** Answers by their HTTP status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that broke, and requests that had no answer within 20 s. */
  readonly broken: number
  /** Milliseconds of /healthz: 99 of 100 asked every 50 ms, and the slowest. */
  readonly health: { readonly p99: number; readonly most: number }
  /** Codes and milliseconds of people who sign in one after the other. */
  readonly signIns: readonly { readonly code: number; readonly ms: number }[]
}

const searchPath = '/api/mall/service/standard/list-page'

/** So many connections that search by words that nobody asked before, each from an address of its own. */
export async function overload(
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
  // What is loaded and compiled at the first use is not what is measured.
  for (let first = 0; first < 20; first += 1) {
    const input = { keyword: `检测 ${first} 分析`, current: 1, pageSize: 20 }
    await post(site, { path: searchPath.slice('/api'.length), input, headers: { 'x-forwarded-for': address() } })
  }
  const load = autocannon({ url: site.url, connections, duration: seconds, timeout: 20, requests })
  const over = new AbortController()
  const health = everyPause(over.signal, 50, async () => {
    await (await fetch(`${site.url}/healthz`)).text()
  })
  const signIns: { code: number; ms: number }[] = []
  const people = everyPause(over.signal, 500, async () => {
    const started = performance.now()
    const loginName = accounts[signIns.length % accounts.length] ?? ''
    const { code } = await post(site, {
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

/** Does something again and again until the signal, and gives the milliseconds of each time. */
async function everyPause(end: AbortSignal, ms: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  while (!end.aborted) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
    await pause(ms)
  }
  return times
}

/** Answers a second of addresses where nothing is, each another, and of the cached home page. */
export async function unknownBesideCached(
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
