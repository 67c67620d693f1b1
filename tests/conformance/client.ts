/**
 * A client based on the specification only (section 7): POST with a JSON body, headers token, app-id and version,
 * credentials included, an envelope of code, message and content. It imports nothing from the product.
 */

/** Base URLs of the calls: `/user-center/` and two cloud-location calls have their own hosts. */
export interface Hosts {
  readonly main: string
  readonly userCenter: string
  readonly cloudLocation: string
}

export type Body = Readonly<Record<string, unknown>>

export interface Envelope {
  readonly code: number
  readonly message: string
  readonly content: unknown
}

/** One browser session with the product. */
export interface Client {
  readonly call: (path: string, body: Body) => Promise<Envelope>
  /** Multipart uploads, for which the specification has no call. */
  readonly upload: (path: string, form: FormData) => Promise<Envelope>
}

const separate = new Set(['/cloudLocation/parkSearchSafeList', '/cloudLocation/policyList'])

function hostOf(path: string, hosts: Hosts): string {
  if (path.startsWith('/user-center/')) return hosts.userCenter
  return separate.has(path) ? hosts.cloudLocation : hosts.main
}

/** A new client; signing in saves its token and cookies. */
export function newClient(hosts: Hosts): Client {
  const cookies = new Map<string, string>()
  let token: string | undefined
  const post = async (path: string, body: string | FormData, more: Record<string, string>): Promise<Envelope> => {
    const headers: Record<string, string> = { 'app-id': 'web', version: '1.0.0', ...more }
    if (token !== undefined) headers.token = token
    if (cookies.size > 0) headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${hostOf(path, hosts)}${path}`, { method: 'POST', headers, body })
    for (const line of response.headers.getSetCookie()) keep(line, cookies)
    const envelope = envelopeOf(await response.text())
    const { content } = envelope
    if (isRecord(content) && typeof content.token === 'string') token = content.token
    return envelope
  }
  return {
    call: (path, body) => post(path, JSON.stringify(body), { 'content-type': 'application/json' }),
    upload: (path, form) => post(path, form, {}),
  }
}

function keep(line: string, cookies: Map<string, string>): void {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) cookies.delete(pair.slice(0, at))
  else cookies.set(pair.slice(0, at), pair.slice(at + 1))
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Envelope of a response; throws if it is not one. */
function envelopeOf(text: string): Envelope {
  const read: unknown = JSON.parse(text)
  if (isRecord(read) && typeof read.code === 'number' && typeof read.message === 'string' && 'content' in read) {
    return { code: read.code, message: read.message, content: read.content }
  }
  throw new Error(`Not an envelope: ${text.slice(0, 200)}`)
}
