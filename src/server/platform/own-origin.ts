import type { Config } from '../../config.ts'

/** Origins of the site in the settings. */
export type SiteOrigins = Pick<Config, 'siteUrl' | 'siteOrigins'>

/** Loopback host names, which count as one origin. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Whether an origin is one of the site's own (`SITE_URL`, `SITE_ORIGINS`). */
export function isOwnOrigin({ siteUrl, siteOrigins }: SiteOrigins, origin: string): boolean {
  const site = new URL(siteUrl)
  if (origin === site.origin || siteOrigins.includes(origin)) return true
  if (!loopback.includes(site.hostname) || !URL.canParse(origin)) return false
  const { hostname, port, protocol } = new URL(origin)
  return loopback.includes(hostname) && port === site.port && protocol === site.protocol
}

/**
 * Origin at which a visitor opened the site, for absolute links: as sent by the browser where it is one of the site's
 * own, else `SITE_URL`.
 */
export function visitorOrigin(config: SiteOrigins, headers: Pick<Headers, 'get'>): string {
  const { protocol } = new URL(config.siteUrl)
  const host = headers.get('host')
  const given = [headers.get('origin'), ...(host === null ? [] : [`${protocol}//${host}`])]
  return given.find((origin) => origin !== null && isOwnOrigin(config, origin)) ?? config.siteUrl
}
