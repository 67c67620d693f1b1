import type { Config } from '../../config.ts'

/** Names of this machine: whoever opens a site of it by one of them is at the same site. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Whether the `Origin` of a browser's request is the site's own (`SITE_URL`). */
export function isOwnOrigin({ siteUrl }: Pick<Config, 'siteUrl'>, origin: string): boolean {
  const site = new URL(siteUrl)
  if (origin === site.origin) return true
  if (!loopback.includes(site.hostname) || !URL.canParse(origin)) return false
  const { hostname, port, protocol } = new URL(origin)
  return loopback.includes(hostname) && port === site.port && protocol === site.protocol
}
