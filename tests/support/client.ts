import { apiOver, type Api } from '../../src/client/api.ts'
import { answerOf } from '../../src/client/in-process.ts'
import type { Answer, Envelope } from '../../src/contract/envelope.ts'
import { failures, type FailureName } from '../../src/contract/failures.ts'
import type { FilePurpose } from '../../src/contract/operations/files.ts'
import { sessionCookies } from '../../src/domain/accounts/session.ts'
import { tokenCookie } from './session-cookies.ts'
import { addressHeader } from '../../src/server/http/request-facts.ts'
import { demoPassword, type Account } from './accounts.ts'
import { allCalls } from './all-calls.ts'
import { origin, type TestApp } from './app.ts'

/** A browser or app as client of the product: cookies, IP address, typed calls. */
export interface Client {
  readonly api: Api
  /** Cookies by name, as set by responses. */
  readonly cookies: Map<string, string>
  /** Headers sent with every request in addition to the session's; tests may change them. */
  readonly headers: Map<string, string>
  /** Uploads a file as a form. */
  readonly upload: (purpose: FilePurpose, file: File) => ReturnType<Api['operations']['upload']>
  /** Posts a raw body to a path below /api; a form sets its own content type. */
  readonly post: (path: string, body: BodyInit | null, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** Set-Cookie lines of the last response. */
  readonly setCookies: () => readonly string[]
}

const callsByName = new Map(allCalls.map(({ name, call }) => [name, call]))

/** A random private address, so that clients of a run do not share limits. */
const randomAddress = () => `10.${[...crypto.getRandomValues(new Uint8Array(3))].join('.')}`

/** A new client with its own IP address. */
export function visitor(app: Pick<TestApp, 'fetch'>): Client {
  const cookies = new Map<string, string>()
  const headers = new Map([
    ['app-id', 'web'],
    ['version', '1.0.0'],
    [addressHeader, randomAddress()],
  ])
  let setCookies: readonly string[] = []
  const post: Client['post'] = async (path, body, more = {}) => {
    const token = cookies.get(tokenCookie) ?? cookies.get(sessionCookies('https:').token)
    const response = await app.fetch(
      new Request(`${origin}/api${path}`, {
        method: 'POST',
        body,
        headers: {
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...Object.fromEntries(headers),
          ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(token === undefined ? {} : { token }),
          ...more,
        },
      }),
    )
    setCookies = response.headers.getSetCookie()
    for (const line of setCookies) saveCookie(cookies, line)
    return response
  }
  const api = apiOver(async (name, input, { idempotencyKey }) => {
    const call = callsByName.get(name)
    if (call === undefined) throw new Error(`The contract has no call ${name}`)
    const more = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const body = call.multipart === true ? formOf(input) : JSON.stringify(input)
    return answerOf(await envelope(await post(call.path, body, more)))
  })
  const upload: Client['upload'] = (purpose, file) => api.operations.upload({ purpose, file })
  return { api, cookies, headers, post, upload, setCookies: () => setCookies }
}

/** An input as form fields. */
function formOf(input: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(typeof input === 'object' && input !== null ? input : {})) {
    form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** Applies one Set-Cookie line as a browser does. */
export function saveCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const gone = attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')
  if (gone) cookies.delete(pair.slice(0, at))
  else cookies.set(pair.slice(0, at), pair.slice(at + 1))
}

/** Envelope of a response. Throws if it is not one, or its HTTP status does not match its code. */
export async function envelope(response: Response): Promise<Envelope> {
  const text = await response.text()
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || !('code' in read) || !('message' in read) || !('content' in read)) {
    throw new Error(`Not an envelope: ${text.slice(0, 200)}`)
  }
  const { code, message, content } = read
  if (typeof code !== 'number' || typeof message !== 'string') throw new Error(`Not an envelope: ${text.slice(0, 200)}`)
  const status = [600, 601, 1560, 1561, 1562].includes(code) ? 401 : code >= 1000 ? 422 : code
  if (response.status !== status) throw new Error(`HTTP ${response.status} does not go with code ${code}`)
  return { code, message, content }
}

/** Signs in through the login call; a new session each time. */
export async function signInAs(
  app: Pick<TestApp, 'fetch'>,
  account: Account,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = visitor(app)
  for (const [name, value] of Object.entries(headers)) client.headers.set(name, value)
  contentOf(await client.api.accounts.login({ loginName: account, password: demoPassword }))
  return client
}

/** Content of a response. Throws with code and message if the call failed. */
export function contentOf<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.content
  const { code, message, content } = answer.failure
  throw new Error(`The call failed: ${code} ${message} ${JSON.stringify(content)}`)
}

/** Name of the failure of a response, or `none`. Names with the same code are distinguished by their text. */
export function failureOf(answer: Answer<unknown>): FailureName | 'none' | 'unknown' {
  if (answer.ok) return 'none'
  const { code, message } = answer.failure
  // Some refusals append the retry time in brackets.
  const [text = ''] = message.split('（')
  const said = failureNames.filter((name) => failures[name].code === code)
  return said.find((name) => [message, text].includes(failures[name].message)) ?? 'unknown'
}

const isFailureName = (name: string): name is FailureName => name in failures
const failureNames = Object.keys(failures).filter(isFailureName)

/** Names of the fields with errors. */
export function fieldsWithErrors(answer: Answer<unknown>): string[] {
  if (answer.ok || !Array.isArray(answer.failure.content)) return []
  const faults: unknown[] = answer.failure.content
  return faults.flatMap((fault) =>
    typeof fault === 'object' && fault !== null && 'field' in fault ? [String(fault.field)] : [],
  )
}
