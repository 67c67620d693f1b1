import type { KeyObject } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Config } from '../../../config.ts'
import type { DeviceMessage } from '../../../domain/accounts/push-devices.ts'
import { isLoopbackAddress, isPublicAddress, lookupOf, resolveAddress } from '../../platform/public-addresses.ts'
import { SendRejectedError } from '../send-rejected-error.ts'
import { encryptMessage, type SubscriptionKeys } from './encrypt-message.ts'
import { vapidHeader } from './vapid.ts'

export interface Subscription extends SubscriptionKeys {
  readonly endpoint: string
}

/** The push service says that the browser is no longer subscribed. */
export class SubscriptionGoneError extends SendRejectedError {}

/** Sends messages to browsers. */
export interface WebPush {
  /** Whether an endpoint may be called: https and a public host; throws nothing. */
  readonly mayCall: (endpoint: string) => Promise<boolean>
  /**
   * Throws SubscriptionGoneError where the browser is no longer subscribed, SendRejectedError for other permanent
   * rejections, any other Error to be retried.
   */
  readonly send: (subscription: Subscription, message: DeviceMessage, key: KeyObject) => Promise<void>
}

/** Seconds for which a push service keeps a message for a device that is off: a day. */
const ttlSeconds = 86_400
const timeoutMs = 15_000

/**
 * Web push of this installation. Endpoints come from browsers, so they are checked as any foreign address: https, no
 * password, the usual port, a public address, to which the connection is bound. With `webPushLoopback` (tests) http on
 * this machine is allowed as well.
 */
export function createWebPush({ siteUrl, webPush }: Pick<Config, 'siteUrl' | 'webPush'>): WebPush {
  const mayReach = (address: string) => isPublicAddress(address) || (webPush.loopback && isLoopbackAddress(address))

  async function check(endpoint: string): Promise<{ url: URL; address: Awaited<ReturnType<typeof resolveAddress>> }> {
    const url = new URL(endpoint)
    if (url.protocol !== 'https:' && !(webPush.loopback && url.protocol === 'http:')) throw new Error('is not https')
    if (url.username !== '' || url.password !== '') throw new Error('carries a password')
    if (url.port !== '' && !webPush.loopback) throw new Error('names a port')
    const address = await resolveAddress(url, mayReach)
    if (url.protocol === 'http:' && !isLoopbackAddress(address.address)) throw new Error('is not https')
    return { url, address }
  }

  return {
    mayCall: (endpoint) =>
      check(endpoint).then(
        () => true,
        () => false,
      ),
    send: async (subscription, message, key) => {
      const { url, address } = await check(subscription.endpoint)
      const body = encryptMessage(Buffer.from(JSON.stringify(message)), subscription)
      const status = await post(url, address, body, {
        authorization: vapidHeader(url, key, webPush.contact ?? siteUrl),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.byteLength),
        ttl: String(ttlSeconds),
        urgency: 'normal',
      })
      if (status >= 200 && status < 300) return
      if (status === 404 || status === 410) throw new SubscriptionGoneError('设备已取消通知')
      if (status === 429 || status >= 500) throw new Error(`通知服务返回 ${status}`)
      throw new SendRejectedError(`通知服务返回 ${status}`)
    },
  }
}

/** Posts to an address that was checked; returns the status. What the service answers besides is not read. */
const post = (
  url: URL,
  address: { readonly address: string; readonly family: number },
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        lookup: lookupOf(address),
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
