import type { Config } from '../../config.ts'
import { apiKeyMark } from '../../domain/accounts/api-keys.ts'
import { cookieValue, sessionCookies } from '../../domain/accounts/session.ts'
import type { RequestFacts } from '../handler.ts'
import { visitorOrigin } from '../platform/own-origin.ts'

/** Header that the listener (or development server) sets to the client address; a value from a client is ignored. */
export const addressHeader = 'x-portal-address'
/** Header that the listener sets on direct requests from this machine; a value from a client is ignored. */
export const directHeader = 'x-portal-direct'

/** The API key of `Authorization: Bearer yxk_…`; undefined for anything else. */
function apiKeyOf(authorization: string | null): string | undefined {
  const [, given] = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '') ?? []
  return given?.startsWith(apiKeyMark) === true ? given : undefined
}

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
    apiKey: apiKeyOf(headers.get('authorization')),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    ip: headers.get(addressHeader) ?? '',
    origin: visitorOrigin(config, headers),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
  }
}

/** As `requestFacts`, for pages that are cached for everyone: nothing in them depends on a session or a key. */
export const publicPageFacts = (
  headers: Pick<Headers, 'get'>,
  config: Pick<Config, 'siteUrl' | 'siteOrigins'>,
): RequestFacts => ({ ...requestFacts(headers, config), token: undefined, apiKey: undefined })

/**
 * As `requestFacts`, for pages and files: links and `<img>` send no header, the token comes from the readable cookie.
 * API keys are for calls alone.
 */
export function pageRequestFacts(
  headers: Pick<Headers, 'get'>,
  config: Pick<Config, 'siteUrl' | 'siteOrigins'>,
): RequestFacts {
  const facts = requestFacts(headers, config)
  const token = facts.token ?? cookieValue(headers.get('cookie') ?? '', sessionCookies(config.siteUrl).token)
  return { ...facts, token, apiKey: undefined }
}
