import { setPersistentEngine } from '@nanostores/persistent'
import { onTestFinished, vi } from 'vitest'
import { origin, type TestApp } from '../support/app.ts'
import { keepCookie, type Client } from '../support/client.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** A page in which stores run: the real product behind `fetch`, and what a page has around it. */
export interface Page {
  readonly app: TestApp
  readonly client: Client
  /** Calls that the stores made, by path below /api. */
  readonly made: string[]
  /** Cuts the line, or mends it; or lets calls reach the server and loses their answers. */
  readonly line: { cut: boolean; deaf: boolean }
  /** What persistent atoms keep in this browser. */
  readonly kept: Record<string, string>
  /** Addresses to which the page was led. */
  readonly ledTo: string[]
  /** Addresses that took the place of the page's own without leaving it. */
  readonly replaced: string[]
  /** Begins anew at the same place, with what this browser keeps: a reload. */
  readonly reload: () => void
}

/** Opens a page for whoever `client` is, and takes it away after the test. */
export function openPage(app: TestApp, client: Client, pathname = '/here', search = ''): Page {
  const made: string[] = []
  const ledTo: string[] = []
  const replaced: string[] = []
  const line = { cut: false, deaf: false }
  const cookie = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const place = { protocol: 'http:', pathname, search, assign: (url: string) => void ledTo.push(url) }
  vi.resetModules()
  vi.stubEnv('PUBLIC_API_URL', `${origin}/api`)
  vi.stubEnv('PUBLIC_USER_CENTER_URL', `${origin}/api`)
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
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  const kept: Record<string, string> = {}
  vi.stubGlobal('localStorage', storage())
  // It took hold of the storage that was there when it was first loaded, in another test's page.
  setPersistentEngine(kept, { addEventListener: () => undefined, removeEventListener: () => undefined })
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
    if (line.cut) throw new TypeError('fetch failed')
    made.push(new URL(input.url).pathname.replace('/api', ''))
    const headers = new Headers(input.headers)
    for (const [name, value] of client.headers) headers.set(name, value)
    headers.set('cookie', cookie())
    const response = await app.fetch(new Request(input, { headers }))
    for (const line of response.headers.getSetCookie()) keepCookie(client.cookies, line)
    if (line.deaf) throw new TypeError('fetch failed')
    return response
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  return { app, client, made, line, kept, ledTo, replaced, reload: () => void vi.resetModules() }
}
