import type { Config } from '../../config.ts'
import { cookieValue, sessionCookies } from '../../domain/accounts/session.ts'
import type { RequestFacts } from '../handler.ts'
import { visitorOrigin } from './own-origin.ts'

/** Header that main.ts (and the development server) sets from the socket; whatever a client sent in it is dropped. */
export const addressHeader = 'x-portal-address'
/** Header that the listener sets on requests that came from this machine without a proxy; a client's own is dropped. */
export const directHeader = 'x-portal-direct'

/** What a call may know of its HTTP request. */
export function factsOf(headers: Pick<Headers, 'get'>, config: Pick<Config, 'siteUrl' | 'siteOrigins'>): RequestFacts {
  const appId = headers.get('app-id')
  const cookies = headers.get('cookie') ?? ''
  const names = sessionCookies(config.siteUrl)
  return {
    appId: appId === 'mini' || appId === 'open' ? appId : 'web',
    token: headers.get('token') ?? undefined,
    cookie: cookieValue(cookies, names.half),
    browserCookie: cookieValue(cookies, names.browser),
    ssoCookie: cookieValue(cookies, names.sso),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    ip: headers.get(addressHeader) ?? '',
    origin: visitorOrigin(config, headers),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
  }
}

/**
 * As `factsOf`, for pages and files: a link or an `<img>` brings no header, there the readable cookie carries the token.
 */
export function factsOfPage(
  headers: Pick<Headers, 'get'>,
  config: Pick<Config, 'siteUrl' | 'siteOrigins'>,
): RequestFacts {
  const facts = factsOf(headers, config)
  const token = facts.token ?? cookieValue(headers.get('cookie') ?? '', sessionCookies(config.siteUrl).token)
  return { ...facts, token }
}
