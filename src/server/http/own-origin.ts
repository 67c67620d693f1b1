import type { Config } from '../../config.ts'

type Site = Pick<Config, 'siteUrl' | 'siteOrigins'>

/** Names of this machine: whoever opens a site of it by one of them is at the same site. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Whether an origin is one of the site's own (`SITE_URL`, `SITE_ORIGINS`). */
export function isOwnOrigin({ siteUrl, siteOrigins }: Site, origin: string): boolean {
  const site = new URL(siteUrl)
  if (origin === site.origin || siteOrigins.includes(origin)) return true
  if (!loopback.includes(site.hostname) || !URL.canParse(origin)) return false
  const { hostname, port, protocol } = new URL(origin)
  return loopback.includes(hostname) && port === site.port && protocol === site.protocol
}

/**
 * Origin at which a visitor has opened the site, for links that are made for them: what their browser says, where it is
 * one of the site's own, else `SITE_URL`.
 */
export function visitorOrigin(config: Site, headers: Pick<Headers, 'get'>): string {
  const { protocol } = new URL(config.siteUrl)
  const host = headers.get('host')
  const said = [headers.get('origin'), ...(host === null ? [] : [`${protocol}//${host}`])]
  return said.find((origin) => origin !== null && isOwnOrigin(config, origin)) ?? config.siteUrl
}
