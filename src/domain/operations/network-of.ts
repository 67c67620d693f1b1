const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** Groups of an IPv6 address; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  const [left = '', right, more] = address.split('::')
  if (more !== undefined || !/^[\da-f:]+$/.test(address)) return undefined
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(left), read(right ?? '')]
  const missing = 8 - first.length - last.length
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...first, ...Array.from({ length: Math.max(0, missing) }, () => 0), ...last]
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined
}

/** Addresses of private networks and of this machine say nothing about who used them. */
const isPrivate = (a: number, b: number): boolean =>
  a === 0 ||
  a === 10 ||
  a === 127 ||
  (a === 100 && b >= 64 && b < 128) ||
  (a === 169 && b === 254) ||
  (a === 172 && b >= 16 && b < 32) ||
  (a === 192 && b === 168)

/**
 * Network of an address, as one customer of an access provider has it: `/24` of IPv4, `/48` of IPv6. Undefined for
 * private and local addresses and for other text.
 */
export function networkOf(given: string): string | undefined {
  const address = given.trim().toLowerCase()
  const [, ...bytes] = ipv4.exec(address.replace(/^::ffff:(?=\d+\.)/, '')) ?? []
  if (bytes.length === 4) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    if (Math.max(a, b, c, d) > 255 || isPrivate(a, b)) return undefined
    return `${a}.${b}.${c}.0/24`
  }
  const groups = groupsOf(address)
  const [one = 0, two = 0, three = 0] = groups ?? []
  // Global addresses are 2000::/3; everything else is local or has another use.
  if (groups === undefined || one < 0x2000 || one > 0x3fff) return undefined
  return `${one.toString(16)}:${two.toString(16)}:${three.toString(16)}::/48`
}
