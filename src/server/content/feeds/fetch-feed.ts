import { lookup } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const mostBytes = 2 * 1024 * 1024
const mostRedirects = 3
const timeoutMs = 15_000

export interface Fetched {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Content type as it was sent; empty without one. */
  readonly type: string
}

/** Which addresses may be asked; tests let their own machine in. */
export type MayReach = (address: string) => boolean

/**
 * Reads a feed from the public net: http and https only, two megabytes and fifteen seconds in all, three redirects.
 * The name is resolved here and the very address that was looked at is connected to, at each redirect anew, so no
 * answer leads the server to its own neighbours. Throws a sentence otherwise.
 */
export async function fetchFeed(address: string, mayReach: MayReach = isPublicAddress): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let turn = 0; turn <= mostRedirects; turn += 1) {
    const response = await open(url, signal, mayReach)
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
    return { bytes: new Uint8Array(await bodyOf(response)), type: headers['content-type'] ?? '' }
  }
  throw new Error(`leads on more than ${mostRedirects} times`)
}

/** One address of a host that may be asked. All of them must be allowed: which one a name means may change any time. */
async function addressOf(host: string, mayReach: MayReach): Promise<{ address: string; family: number }> {
  const literal = host.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const known = family === 0 ? await lookup(host, { all: true }) : [{ address: literal, family }]
  const [first] = known
  if (first === undefined || !known.every(({ address }) => mayReach(address))) {
    throw new Error('is not in the public net')
  }
  return first
}

async function open(url: URL, signal: AbortSignal, mayReach: MayReach): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('is neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Error('carries a password')
  const { address, family } = await addressOf(url.hostname, mayReach)
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
        lookup: (_host, options, done) => {
          if (options.all === true) done(null, [{ address, family }])
          else done(null, address, family)
        },
      },
      resolve,
    )
    request.on('error', reject)
  })
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('comes packed')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    const bytes = Buffer.from(part)
    size += bytes.byteLength
    if (size > mostBytes) {
      response.destroy()
      throw new Error('is larger than 2 MB')
    }
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}
