/** Keep-login period: 10 days (specification section 9). */
export const keepLoginDays = 10
/** Minutes in which a session that proved its person again may change what money and sign-in depend on. */
export const reauthenticationMinutes = 10
/** Seconds in which somebody is to come back from the single sign-on. */
export const ssoSeconds = 600

/** Days for which a browser keeps the secret that verification codes are bound to. */
export const browserCookieDays = 365

/** Names of the cookies of a session, as the browser keeps them. */
export interface SessionCookies {
  /** The half of a web session that the page can read and sends as the `token` header. */
  readonly token: string
  /** The other half; HttpOnly. */
  readonly half: string
  /** Secret of a browser, HttpOnly: verification codes are bound to it. It signs nobody in. */
  readonly browser: string
  /** Kept by the browser between the two ends of a single sign-on; HttpOnly. */
  readonly sso: string
}

const plain: SessionCookies = { token: 'token', half: 'sid', browser: 'browser', sso: 'sso' }
const prefixed: SessionCookies = {
  token: '__Host-token',
  half: '__Host-sid',
  browser: '__Host-browser',
  sso: '__Host-sso',
}

/**
 * Names of the session's cookies on a site, by its origin or protocol. Over https they begin with `__Host-`: a browser
 * takes such a cookie only over https, for this host alone, so no other host of the domain can set or replace one.
 */
export const sessionCookies = (origin: string): SessionCookies => (origin.startsWith('https:') ? prefixed : plain)

/** Attributes with which every cookie of a session is set and removed; a `__Host-` cookie needs all of them. */
export const cookieAttributes = (origin: string): string =>
  `; Path=/; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`

/** Value of one cookie in a `Cookie` header or in `document.cookie`. */
export function cookieValue(cookies: string, name: string): string | undefined {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
