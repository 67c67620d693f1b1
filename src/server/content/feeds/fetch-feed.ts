import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isPublicAddress, lookupOf, resolveAddress, type AddressFilter } from '../../platform/public-addresses.ts'

const maxBytes = 2 * 1024 * 1024
const maxRedirects = 3
const timeoutMs = 15_000

export interface Fetched {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Content-Type header; empty without one. */
  readonly type: string
}

/**
 * Fetches a feed: http and https only, at most 2 MB, 15 seconds in total and 3 redirects. Each host is resolved here
 * and the checked address is used for the connection, also after redirects, which prevents SSRF and DNS rebinding.
 * Throws an Error with a readable message.
 */
export async function fetchFeed(address: string, mayReach: AddressFilter = isPublicAddress): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let turn = 0; turn <= maxRedirects; turn += 1) {
    const response = await openConnection(url, signal, mayReach)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      url = new URL(headers.location, url)
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw new Error(`answers ${statusCode}`)
    }
    return { bytes: new Uint8Array(await readBody(response)), type: headers['content-type'] ?? '' }
  }
  throw new Error(`leads on more than ${maxRedirects} times`)
}

async function openConnection(url: URL, signal: AbortSignal, mayReach: AddressFilter): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('is neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Error('carries a password')
  const address = await resolveAddress(url, mayReach)
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      {
        signal,
        agent: false,
        headers: {
          accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
          'accept-encoding': 'identity',
        },
        lookup: lookupOf(address),
      },
      resolve,
    )
    request.on('error', reject)
  })
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('comes packed')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    const bytes = Buffer.from(part)
    size += bytes.byteLength
    if (size > maxBytes) {
      response.destroy()
      throw new Error('is larger than 2 MB')
    }
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}
