import { isIP } from 'node:net'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  maxWebhookUrl,
  webhookAnswerBytes,
  webhookAnswerLength,
  webhookTimeoutSeconds,
} from '../../../domain/accounts/webhooks.ts'
import {
  hostOfUrl,
  isLoopbackAddress,
  isPublicAddress,
  lookupOf,
  resolveAddress,
} from '../../platform/public-addresses.ts'

/** Settings of requests to webhooks. */
export interface WebhookSettings {
  /** WEBHOOK_LOOPBACK: also http, and addresses of this machine. */
  readonly webhookLoopback: boolean
}

const mayReach =
  ({ webhookLoopback }: WebhookSettings) =>
  (address: string): boolean =>
    isPublicAddress(address) || (webhookLoopback && isLoopbackAddress(address))

/** Ports below this one belong to other services, but for that of https. */
const firstFreePort = 1024
/** Names that no public DNS resolves. */
const privateName = /(?:^|\.)(?:local|localhost|internal|lan|home|arpa)\.?$/

/**
 * The address of a webhook, normalised; undefined where it may not be used: not https, with a user or password, a port of
 * another service, or an address that is not public. Where names lead is checked at each request.
 */
export function webhookUrlOf(text: string, settings: WebhookSettings): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const host = hostOfUrl(url)
  const isSecure = url.protocol === 'https:' || (settings.webhookLoopback && url.protocol === 'http:')
  const hasOwnPort = url.port === '' || Number(url.port) >= firstFreePort
  if (!isSecure || !hasOwnPort || url.username !== '' || url.password !== '') return undefined
  if (isIP(host) !== 0 ? !mayReach(settings)(host) : !mayName(host, settings)) return undefined
  url.hash = ''
  return url.href.length > maxWebhookUrl ? undefined : url.href
}

const mayName = (host: string, { webhookLoopback }: WebhookSettings): boolean =>
  (webhookLoopback && host === 'localhost') || (host.includes('.') && !privateName.test(host))

/** What came of a request. */
export interface WebhookAnswer {
  /** HTTP status; null = none came. */
  readonly status: number | null
  /** '' = accepted (2xx). */
  readonly error: string
  /** Start of the body. */
  readonly answer: string
  readonly durationMs: number
}

/**
 * POSTs a body to a webhook. The name is resolved here, all of its addresses are checked, and the connection goes to one
 * of these: a name that changes in between leads nowhere else. Redirects are not followed; time and answer are limited.
 * Never throws.
 */
export async function postWebhook(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  settings: WebhookSettings,
): Promise<WebhookAnswer> {
  const started = performance.now()
  const durationMs = () => Math.round(performance.now() - started)
  try {
    if (webhookUrlOf(url, settings) === undefined) throw new Error('is not in the public net')
    const { status, answer } = await post(new URL(url), body, headers, settings)
    return { status, error: refusalOf(status), answer, durationMs: durationMs() }
  } catch (thrown) {
    return { status: null, error: errorText(thrown), answer: '', durationMs: durationMs() }
  }
}

function refusalOf(status: number): string {
  if (status >= 200 && status < 300) return ''
  return status >= 300 && status < 400 ? `返回 ${status}，平台不跟随跳转` : `返回 ${status}`
}

/** Texts of the log, by error code or message. */
const errorTexts: Readonly<Record<string, string>> = {
  ABORT_ERR: `${webhookTimeoutSeconds} 秒内没有答复`,
  TimeoutError: `${webhookTimeoutSeconds} 秒内没有答复`,
  ECONNREFUSED: '连接被拒绝',
  ECONNRESET: '连接中断',
  EPIPE: '连接中断',
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名无法解析',
  'is not in the public net': '地址不在公网内，平台不推送',
}

function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, 200)
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  return errorTexts[code] ?? errorTexts[thrown.name] ?? errorTexts[thrown.message] ?? thrown.message.slice(0, 200)
}

async function post(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  settings: WebhookSettings,
): Promise<{ status: number; answer: string }> {
  // For the whole exchange: name, connection and the body of the answer.
  const signal = AbortSignal.timeout(webhookTimeoutSeconds * 1000)
  const address = await Promise.race([resolveAddress(url, mayReach(settings)), rejectsOn(signal)])
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: lookupOf(address),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'portal-webhooks/1',
          ...headers,
        },
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
  return { status: incoming.statusCode ?? 0, answer: await readStart(incoming) }
}

const rejectsOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Start of the body; the connection is closed after `webhookAnswerBytes`. */
async function readStart(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.byteLength
    if (size >= webhookAnswerBytes) break
  }
  incoming.destroy()
  // PostgreSQL text cannot hold NUL.
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, webhookAnswerLength)
}
