import { browserCookieDays, cookieAttributes, sessionCookies } from '../../domain/accounts/session.ts'
import type { Context } from '../handler.ts'
import { networkOf } from '../limits.ts'
import { hashToken, randomToken } from '../platform/tokens.ts'

/** Requester of a verification code, as stored in its row. */
export interface CodeRequester {
  /** SHA-256 of the browser secret, or of the code id returned to an app. */
  readonly asker: string
  /** App id and network, for apps that do not send a code id; empty for browsers. */
  readonly askerAddress: string
  /** Returned to apps without cookies; undefined for browsers. */
  readonly codeId?: string
}

/** Proof that the one who enters a code requested it. */
export interface PresentedRequester {
  readonly by: 'asker' | 'askerAddress'
  readonly value: string
}

const addressOf = ({ appId, ip = '' }: Context['request']) => `${appId} ${networkOf(ip)}`
/** Maximum length of an issued value. */
const maxSecretLength = 100

const browserSecret = ({ browserCookie: secret = '' }: Context['request']) =>
  secret.length <= maxSecretLength ? secret : ''

/** Hash of the browser secret, which is created and set as a cookie if missing; null for apps. */
export function ensureBrowserSecret({
  request,
  config,
  setCookie,
}: Pick<Context, 'request' | 'config' | 'setCookie'>): string | null {
  if (request.appId !== 'web') return null
  const known = browserSecret(request)
  if (known !== '') return hashToken(known)
  const secret = randomToken()
  const { browser } = sessionCookies(config.siteUrl)
  setCookie(`${browser}=${secret}; HttpOnly${cookieAttributes(config.siteUrl)}; Max-Age=${browserCookieDays * 86_400}`)
  return hashToken(secret)
}

/** Requester to whom a code is bound: a browser by cookie, an app by the returned code id or else by its address. */
export function codeRequester(context: Pick<Context, 'request' | 'config' | 'setCookie'>): CodeRequester {
  const browser = ensureBrowserSecret(context)
  if (browser !== null) return { asker: browser, askerAddress: '' }
  const codeId = randomToken()
  return { asker: hashToken(codeId), askerAddress: addressOf(context.request), codeId }
}

/** The requester presented by a request. A browser without the cookie has requested no code. */
export function presentedRequester(
  { request }: Pick<Context, 'request'>,
  codeId: string | undefined,
): PresentedRequester {
  if (request.appId === 'web') return { by: 'asker', value: hashToken(browserSecret(request)) }
  return codeId === undefined || codeId === ''
    ? { by: 'askerAddress', value: addressOf(request) }
    : { by: 'asker', value: hashToken(codeId) }
}
