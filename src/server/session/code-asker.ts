import { browserCookieDays, cookieAttributes, sessionCookies } from '../../domain/accounts/session.ts'
import type { Context } from '../handler.ts'
import { networkOf } from '../limits.ts'
import { hashToken, randomToken } from './tokens.ts'

/** Whoever asks for a verification code, as its row stores them. */
export interface CodeAsker {
  /** SHA-256 of the browser's secret, or of the code id that the answer gives to an app. */
  readonly asker: string
  /** App id and network, for apps that send no code id back; empty for browsers. */
  readonly askerAddress: string
  /** Given to apps without cookies; undefined for browsers. */
  readonly codeId?: string
}

/** How whoever enters a code shows that they asked for it. */
export interface PresentedAsker {
  readonly by: 'asker' | 'askerAddress'
  readonly value: string
}

const addressOf = ({ appId, ip = '' }: Context['request']) => `${appId} ${networkOf(ip)}`
/** Longer values were never given out. */
const longestSecret = 100

const browserSecret = ({ browserCookie: secret = '' }: Context['request']) =>
  secret.length <= longestSecret ? secret : ''

/** Hash of the browser's secret, which is made and set as a cookie where there is none yet; null for apps. */
export function rememberBrowser({
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

/** To whom a code is bound: to the browser by a cookie, to an app by the code id of the answer or else by its address. */
export function codeAsker(context: Pick<Context, 'request' | 'config' | 'setCookie'>): CodeAsker {
  const browser = rememberBrowser(context)
  if (browser !== null) return { asker: browser, askerAddress: '' }
  const codeId = randomToken()
  return { asker: hashToken(codeId), askerAddress: addressOf(context.request), codeId }
}

/** The asker that a request shows itself to be. A browser without the cookie has asked for no code. */
export function presentedAsker({ request }: Pick<Context, 'request'>, codeId: string | undefined): PresentedAsker {
  if (request.appId === 'web') return { by: 'asker', value: hashToken(browserSecret(request)) }
  return codeId === undefined || codeId === ''
    ? { by: 'askerAddress', value: addressOf(request) }
    : { by: 'asker', value: hashToken(codeId) }
}
