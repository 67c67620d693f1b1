import { lookup } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, BlockList } from 'node:net'

/** IPv4 ranges that are not public: private, loopback, test, multicast. */
const reserved4 = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved4.addSubnet(net, prefix, 'ipv4')
}

/** IPv6: global unicast only, without ranges that embed IPv4 or are for documentation. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const reserved6 = new BlockList()
reserved6.addSubnet('2001::', 23, 'ipv6')
reserved6.addSubnet('2001:db8::', 32, 'ipv6')
reserved6.addSubnet('2002::', 16, 'ipv6')
reserved6.addSubnet('3fff::', 20, 'ipv6')

/** Whether an IP address is public; prevents requests to the internal network (SSRF). */
function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !reserved4.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
}

const maxBytes = 2 * 1024 * 1024
const maxRedirects = 3
const timeoutMs = 15_000

export interface Fetched {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Content-Type header; empty without one. */
  readonly type: string
}

/** Filter of allowed IP addresses; tests allow localhost. */
export type AddressFilter = (address: string) => boolean

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

/** Resolves a host. All of its addresses must be allowed, since DNS may return another one next time. */
async function resolveAddress(host: string, mayReach: AddressFilter): Promise<{ address: string; family: number }> {
  const literal = host.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const known = family === 0 ? await lookup(host, { all: true }) : [{ address: literal, family }]
  const [first] = known
  if (first === undefined || !known.every(({ address }) => mayReach(address))) {
    throw new Error('is not in the public net')
  }
  return first
}

async function openConnection(url: URL, signal: AbortSignal, mayReach: AddressFilter): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('is neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Error('carries a password')
  const { address, family } = await resolveAddress(url.hostname, mayReach)
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
