import type { Envelope } from '../../src/contract/envelope.ts'
import { links } from '../../src/domain/links.ts'
import { accounts, demoPassword } from './accounts.ts'
import { watchMemory } from './memory.ts'
import type { Site } from './site.ts'

/** Milliseconds after which a visitor's browser gives up: the header-only client's (specification section 9). */
const patience = 15_000

/** Milliseconds that somebody who looks around takes between two requests. */
const pause = 50

interface Post {
  readonly path: string
  readonly input: object
  readonly headers?: Readonly<Record<string, string>>
}

/** One call over the line, from an address of its own where the site believes proxies. */
export async function post({ url }: Pick<Site, 'url'>, { path, input, headers = {} }: Post): Promise<Envelope> {
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

/** An address for each number. */
export const addressOf = (number: number): string => `10.9.${Math.floor(number / 250)}.${(number % 250) + 1}`

export interface Browsing {
  readonly answered: number
  /** What came instead of an answer, each once. */
  readonly failed: readonly string[]
}

/** Somebody who looks around all the while: a page from the cache, one that is drawn anew, a call. */
export function browse({ url }: Pick<Site, 'url'>): { readonly stop: () => Promise<Browsing> } {
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
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  const init = () => ({ signal: AbortSignal.timeout(patience) })
  // An address of its own each time: the limit of calls a minute is not what is looked at.
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

export interface Crowd {
  readonly signedIn: number
  /** Told to come again in a while. */
  readonly later: number
  readonly other: readonly string[]
  /** Megabytes by which the process had grown at its largest. */
  readonly grown: number
  readonly browsing: Browsing
}

/** What is loaded and compiled at the first use is not what is measured. */
async function warmUp(site: Site, signIn: (number: number) => Promise<Envelope>): Promise<void> {
  const visitor = browse(site)
  for (let number = 0; number < 20; number += 1) await signIn(number)
  await visitor.stop()
}

/** So many people sign in with the right password at once, each from an address of their own, while one looks around. */
export async function signInAtOnce(site: Site, people: number): Promise<Crowd> {
  const signIn = (number: number) =>
    post(site, {
      path: '/user-center/user/login',
      input: { loginName: accounts[number % accounts.length] ?? '', password: demoPassword },
      headers: { 'x-forwarded-for': addressOf(number) },
    })
  await warmUp(site, signIn)
  const memory = watchMemory(site.process.pid ?? 0)
  const visitor = browse(site)
  const answers = await Promise.all(Array.from({ length: people }, (_, number) => signIn(number)))
  const browsing = await visitor.stop()
  const grown = memory.stop()
  const later = answers.filter(({ code, content }) => code === 429 && JSON.stringify(content).includes('retryAfter'))
  const signedIn = answers.filter(({ code }) => code === 200)
  const other = answers.filter((answer) => !later.includes(answer) && !signedIn.includes(answer))
  return {
    ...{ signedIn: signedIn.length, later: later.length, grown, browsing },
    other: other.map(({ code, message }) => `${code} ${message}`),
  }
}
