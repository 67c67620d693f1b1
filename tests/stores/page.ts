import { setPersistentEngine } from '@nanostores/persistent'
import { onTestFinished, vi } from 'vitest'
import { hostsMeta } from '../../src/domain/shell/api-hosts.ts'
import { origin, type TestApp } from '../support/app.ts'
import { saveCookie, type Client } from '../support/client.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** A fake browser page for stores, with the real server behind `fetch`. */
export interface Page {
  readonly app: TestApp
  readonly client: Client
  /** Paths below /api of the calls made by stores. */
  readonly calls: string[]
  /** Simulates network failures: `cut` fails requests, the other flag loses their responses. */
  readonly network: { cut: boolean; losesAnswers: boolean }
  /** Storage of persistent atoms. */
  readonly persisted: Record<string, string>
  /** URLs passed to location.assign. */
  readonly navigations: string[]
  /** URLs passed to history.replaceState. */
  readonly replaced: string[]
  /** Simulates a reload: modules are reset, storage is kept. */
  readonly reload: () => void
}

/** Milliseconds of a timer that a page starts for its whole life, as the renewal of a captcha. */
const longTimer = 30_000

/**
 * Long timers and intervals of a page, as the countdown of a code, end with it as in a browser: files share their
 * process. Returns the function that ends them.
 */
function recordTimers(): () => void {
  const started: NodeJS.Timeout[] = []
  const { setTimeout: startTimer, setInterval: startInterval } = globalThis
  const timeout = (run: () => void, ms?: number, ...given: []) => {
    const timer = startTimer(run, ms, ...given)
    if (ms !== undefined && ms >= longTimer) started.push(timer)
    return timer
  }
  const interval = (run: () => void, ms?: number, ...given: []) => {
    const timer = startInterval(run, ms, ...given)
    started.push(timer)
    return timer
  }
  vi.stubGlobal('setTimeout', Object.assign(timeout, startTimer))
  vi.stubGlobal('setInterval', Object.assign(interval, startInterval))
  return () => started.forEach((timer) => clearTimeout(timer))
}

/** Opens a page for a client and removes it after the test. */
export function openPage(app: TestApp, client: Client, pathname = '/here', search = ''): Page {
  const calls: string[] = []
  const navigations: string[] = []
  const replaced: string[] = []
  const network = { cut: false, losesAnswers: false }
  const cookie = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const place = { protocol: 'http:', pathname, search, assign: (url: string) => void navigations.push(url) }
  vi.resetModules()
  vi.stubGlobal('document', {
    get cookie() {
      return cookie()
    },
    set cookie(line: string) {
      const [pair = ''] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (line.includes('Max-Age=0')) client.cookies.delete(name)
      else client.cookies.set(name, value)
    },
    visibilityState: 'visible',
    querySelector: (selector: string) =>
      selector === `meta[name="${hostsMeta}"]` ? { getAttribute: () => `${origin}/api` } : null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  const persisted: Record<string, string> = {}
  vi.stubGlobal('localStorage', storage())
  // The module keeps the storage of the test that first loaded it.
  setPersistentEngine(persisted, { addEventListener: () => undefined, removeEventListener: () => undefined })
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', place)
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, url: string) => {
      place.search = url.slice(place.pathname.length)
    },
    replaceState: (_state: unknown, _title: string, url: string) => void replaced.push(url),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', async (input: Request) => {
    if (network.cut) throw new TypeError('fetch failed')
    calls.push(new URL(input.url).pathname.replace('/api', ''))
    const headers = new Headers(input.headers)
    for (const [name, value] of client.headers) headers.set(name, value)
    headers.set('cookie', cookie())
    const response = await app.fetch(new Request(input, { headers }))
    for (const line of response.headers.getSetCookie()) saveCookie(client.cookies, line)
    if (network.losesAnswers) throw new TypeError('fetch failed')
    return response
  })
  const endTimers = recordTimers()
  onTestFinished(() => {
    endTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  return { app, client, calls, network, persisted, navigations, replaced, reload: () => void vi.resetModules() }
}
