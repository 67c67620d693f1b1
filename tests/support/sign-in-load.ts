import type { Envelope } from '../../src/contract/envelope.ts'
import { links } from '../../src/domain/links.ts'
import { accounts, demoPassword } from './accounts.ts'
import { watchMemory } from './memory.ts'
import type { Site } from './site.ts'

/** Client timeout in milliseconds: that of the header-only client (specification section 9). */
const timeoutMs = 15_000

/** Pause between two requests of a browsing user, in milliseconds. */
const pauseMs = 50

interface PostOptions {
  readonly path: string
  readonly input: object
  readonly headers?: Readonly<Record<string, string>>
}

/** One call over HTTP, with its own IP address if the site trusts the proxy. */
export async function postCall(
  { url }: Pick<Site, 'url'>,
  { path, input, headers = {} }: PostOptions,
): Promise<Envelope> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-id': 'web', ...headers },
    body: JSON.stringify(input),
  })
  const read: unknown = await response.json()
  if (typeof read !== 'object' || read === null || !('code' in read) || !('message' in read) || !('content' in read)) {
    throw new Error('Not an envelope')
  }
  return { code: Number(read.code), message: String(read.message), content: read.content }
}

/** An IP address by number. */
export const clientAddress = (number: number): string => `10.9.${Math.floor(number / 250)}.${(number % 250) + 1}`

export interface BrowseResult {
  readonly answered: number
  /** Distinct errors instead of a response. */
  readonly failed: readonly string[]
}

/** Browses continuously: a cached page, an uncached page, a call. */
export function browseSite({ url }: Pick<Site, 'url'>): { readonly stop: () => Promise<BrowseResult> } {
  let [answered, number] = [0, 0]
  const leave = new AbortController()
  const failed = new Set<string>()
  async function look(what: string, ask: () => Promise<Response>): Promise<void> {
    while (!leave.signal.aborted) {
      number += 1
      await ask().then(
        async (response) => {
          if (response.status === 200 && (await response.text()) !== '') answered += 1
          else failed.add(`${what}: ${response.status}`)
        },
        (error: unknown) => failed.add(`${what}: ${String(error)}`),
      )
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const init = () => ({ signal: AbortSignal.timeout(timeoutMs) })
  // A new IP address each time, to avoid the rate limit.
  const headers = () => ({
    'content-type': 'application/json',
    'x-forwarded-for': `10.8.${number >> 8}.${number & 255}`,
  })
  const all = Promise.all([
    look('cached', () => fetch(url + links.home(), init())),
    look('drawn', () => fetch(`${url}${links.serviceList()}?_=${number}`, init())),
    look('call', () =>
      fetch(`${url}/api/system/category/fand/list`, { ...init(), method: 'POST', headers: headers(), body: '{}' }),
    ),
  ])
  return {
    stop: async () => {
      leave.abort()
      await all
      return { answered, failed: [...failed] }
    },
  }
}

export interface SignInLoad {
  readonly signedIn: number
  /** Refused with a retry time. */
  readonly later: number
  readonly other: readonly string[]
  /** Maximum growth of the process in megabytes. */
  readonly grown: number
  readonly browsing: BrowseResult
}

/** Warm-up, so that loading and compiling are not measured. */
async function warmUp(site: Site, signIn: (number: number) => Promise<Envelope>): Promise<void> {
  const visitor = browseSite(site)
  for (let number = 0; number < 20; number += 1) await signIn(number)
  await visitor.stop()
}

/** Signs in many users at once, each from their own IP address, while another client browses. */
export async function signInAtOnce(site: Site, people: number): Promise<SignInLoad> {
  const signIn = (number: number) =>
    postCall(site, {
      path: '/user-center/user/login',
      input: { loginName: accounts[number % accounts.length] ?? '', password: demoPassword },
      headers: { 'x-forwarded-for': clientAddress(number) },
    })
  await warmUp(site, signIn)
  const memory = watchMemory(site.process.pid ?? 0)
  const visitor = browseSite(site)
  const answers = await Promise.all(Array.from({ length: people }, (_, number) => signIn(number)))
  const browsing = await visitor.stop()
  const grown = memory.stop()
  const later = answers.filter(({ code, content }) => code === 429 && JSON.stringify(content).includes('retryAfter'))
  const signedIn = answers.filter(({ code }) => code === 200)
  const other = answers.filter((answer) => !later.includes(answer) && !signedIn.includes(answer))
  return {
    signedIn: signedIn.length,
    later: later.length,
    grown,
    browsing,
    other: other.map(({ code, message }) => `${code} ${message}`),
  }
}
