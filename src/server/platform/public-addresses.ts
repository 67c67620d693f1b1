import { lookup } from 'node:dns/promises'
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

/** Filter of allowed IP addresses; tests allow localhost. */
export type AddressFilter = (address: string) => boolean

/** Whether an IP address is public; prevents requests to the internal network (SSRF). */
export const isPublicAddress: AddressFilter = (address) => {
  const version = isIP(address)
  if (version === 4) return !reserved4.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address is one of this machine. */
export const isLoopbackAddress: AddressFilter = (address) => {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Host of a URL, without the brackets of an IPv6 address. */
export const hostOfUrl = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Resolves a host for one connection, which is then made to this very address: DNS may return another one next time.
 * All of its addresses must be allowed. Throws an Error.
 */
export async function resolveAddress(
  url: Pick<URL, 'hostname'>,
  mayReach: AddressFilter,
): Promise<{ address: string; family: number }> {
  const host = hostOfUrl(url)
  const family = isIP(host)
  const known = family === 0 ? await lookup(host, { all: true }) : [{ address: host, family }]
  const [first] = known
  if (first === undefined || !known.every(({ address }) => mayReach(address))) {
    throw new Error('is not in the public net')
  }
  return first
}

/** `lookup` option of a request that connects to an address that was resolved before. */
export const lookupOf =
  ({ address, family }: { readonly address: string; readonly family: number }) =>
  (
    _host: string,
    options: { readonly all?: boolean | undefined },
    done: (error: null, address: string | { address: string; family: number }[], family?: number) => void,
  ): void => {
    if (options.all === true) done(null, [{ address, family }])
    else done(null, address, family)
  }
