/** Code of the client package. It runs in Node 20 and newer without further packages. */
export const clientRuntime = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** A refused call: \`code\` is the failure code of the platform, \`status\` that of HTTP. */
export class ApiFailure extends Error {
  constructor(path, status, { code, message, content }) {
    super(\`\${path}: \${code} \${message}\`)
    this.name = 'ApiFailure'
    this.path = path
    this.status = status
    this.code = code
    this.content = content
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Calls of the platform with an API key. */
export function createClient({ baseUrl, key, fetch = globalThis.fetch, timeoutMs = 30_000, retries = 2 }) {
  const base = baseUrl.replace(/\\/+$/, '')
  const send = async (path, input, { idempotencyKey, signal } = {}) => {
    for (let attempt = 0; ; attempt += 1) {
      const limit = AbortSignal.timeout(timeoutMs)
      const response = await fetch(\`\${base}\${path}\`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: \`Bearer \${key}\`,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify(input),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      })
      // What stands before the platform may answer with a page.
      const answer = await response.json().catch(() => ({ code: response.status, message: 'no JSON', content: null }))
      if (answer.code === 200) return answer.content
      const wait = Number(response.headers.get('retry-after'))
      // The platform did nothing: it may be asked again.
      if ([429, 503].includes(response.status) && attempt < retries && wait > 0 && wait <= 60) await pause(wait)
      else throw new ApiFailure(path, response.status, answer)
    }
  }
  return Object.fromEntries(
    Object.entries(paths).map(([domain, calls]) => [
      domain,
      Object.fromEntries(
        Object.entries(calls).map(([name, path]) => [name, (input, options) => send(path, input, options)]),
      ),
    ]),
  )
}

const headerOf = (headers, name) =>
  typeof headers.get === 'function' ? headers.get(name) : (headers[name] ?? headers[name.toLowerCase()])

/**
 * Verifies a webhook (Standard Webhooks) and gives the event. \`body\` is the text as it came, not parsed. Of several
 * secrets one must fit: give both while one is exchanged. Throws an Error.
 */
export function verifyWebhook(secrets, headers, body, { toleranceSeconds = 300, now = Date.now() } = {}) {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signature = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signature) throw new Error('webhook headers are missing')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) throw new Error('webhook is too old or too new')
  const given = String(signature)
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
  const fits = [secrets].flat().some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
  if (!fits) throw new Error('webhook signature does not fit')
  return JSON.parse(body)
}
`

/** Types of the code above. */
export const clientRuntimeTypes = `export interface ClientOptions {
  /** Address of the calls, as https://www.example.cn/api. */
  readonly baseUrl: string
  /** API key: yxk_… */
  readonly key: string
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds for one attempt; 30,000 without. */
  readonly timeoutMs?: number
  /** Further attempts of calls that the platform refused for a while (429, 503); 2 without. */
  readonly retries?: number
}

export interface CallOptions {
  /** Names a submit: with the same key it is done once, however often it is sent. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A refused call: \`code\` is the failure code of the platform, \`status\` that of HTTP. */
export declare class ApiFailure extends Error {
  readonly path: string
  readonly status: number
  readonly code: number
  readonly content: unknown
}

/** Calls of the platform with an API key. */
export declare function createClient(options: ClientOptions): Client

/** Headers of a request: those of fetch, or of node:http. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/**
 * Verifies a webhook (Standard Webhooks) and gives the event. \`body\` is the text as it came, not parsed. Of several
 * secrets one must fit: give both while one is exchanged. Throws an Error.
 */
export declare function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string,
  options?: { readonly toleranceSeconds?: number; readonly now?: number },
): WebhookEvent
`
