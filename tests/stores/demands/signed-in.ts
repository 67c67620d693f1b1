import { onTestFinished, vi } from 'vitest'
import type { Account } from '../../support/accounts.ts'
import { origin, startAppForTest, type TestApp } from '../../support/app.ts'
import { as, type Client } from '../../support/client.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** Stores as they run in the page of somebody signed in: the real product behind `fetch`, what a page has around it. */
export interface SignedIn {
  readonly app: TestApp
  readonly client: Client
  /** Calls that the stores made, by path below /api. */
  readonly made: string[]
  /** Cuts the line, or mends it. */
  readonly line: { cut: boolean }
  /** Lets the session end on the server's side. */
  readonly expire: () => void
}

/** Puts a person into a page at `search`, and takes the page away after the test. */
export async function signedIn(account: Account, search = '', started?: TestApp): Promise<SignedIn> {
  const app = started ?? (await startAppForTest())
  const client = await as(app, account)
  const made: string[] = []
  const line = { cut: false }
  const cookie = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const place = { pathname: '/here', search }
  vi.resetModules()
  vi.stubEnv('PUBLIC_API_URL', `${origin}/api`)
  vi.stubEnv('PUBLIC_USER_CENTER_URL', `${origin}/api`)
  vi.stubGlobal('document', {
    get cookie() {
      return cookie()
    },
  })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', place)
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, url: string) => {
      place.search = url.slice(place.pathname.length)
    },
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', async (input: Request) => {
    if (line.cut) throw new TypeError('fetch failed')
    made.push(new URL(input.url).pathname.replace('/api', ''))
    const headers = new Headers(input.headers)
    for (const [name, value] of client.headers) headers.set(name, value)
    headers.set('cookie', cookie())
    return app.fetch(new Request(input, { headers }))
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  return { app, client, made, line, expire: () => client.cookies.clear() }
}
