import type { Config } from '../../config.ts'
import { cookieValue, sessionCookies } from '../../domain/accounts/session.ts'
import type { RequestFacts } from '../handler.ts'
import { visitorOrigin } from '../platform/own-origin.ts'

/** Header that the listener (or development server) sets to the client address; a value from a client is ignored. */
export const addressHeader = 'x-portal-address'
/** Header that the listener sets on direct requests from this machine; a value from a client is ignored. */
export const directHeader = 'x-portal-direct'

/** Facts of an HTTP request that calls may use. */
export function requestFacts(
  headers: Pick<Headers, 'get'>,
  config: Pick<Config, 'siteUrl' | 'siteOrigins'>,
): RequestFacts {
  const appId = headers.get('app-id')
  const cookies = headers.get('cookie') ?? ''
  const names = sessionCookies(config.siteUrl)
  return {
    appId: appId === 'mini' || appId === 'open' ? appId : 'web',
    token: headers.get('token') ?? undefined,
    cookie: cookieValue(cookies, names.half),
    browserCookie: cookieValue(cookies, names.browser),
    ssoCookie: cookieValue(cookies, names.sso),
    viewCookie: cookieValue(cookies, names.view),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    ip: headers.get(addressHeader) ?? '',
    origin: visitorOrigin(config, headers),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
  }
}

/**
 * As `requestFacts`, for pages and files: links and `<img>` send no header, the token comes from the readable cookie.
 */
export function pageRequestFacts(
  headers: Pick<Headers, 'get'>,
  config: Pick<Config, 'siteUrl' | 'siteOrigins'>,
): RequestFacts {
  const facts = requestFacts(headers, config)
  const token = facts.token ?? cookieValue(headers.get('cookie') ?? '', sessionCookies(config.siteUrl).token)
  return { ...facts, token }
}
