/** Keep-login period: 10 days (specification section 9). */
export const keepLoginDays = 10
/** Minutes after reauthentication in which a session may change payment and sign-in settings. */
export const reauthenticationMinutes = 10
/** Lifetime of a single sign-on state in seconds. */
export const ssoSeconds = 600

/** Lifetime in days of the browser cookie with the secret that verification codes are bound to. */
export const browserCookieDays = 365

/** Names of the session cookies. */
export interface SessionCookies {
  /** The half of a web session that the page can read and sends as the `token` header. */
  readonly token: string
  /** The other half; HttpOnly. */
  readonly half: string
  /** Secret of a browser, HttpOnly: verification codes are bound to it. It does not authenticate. */
  readonly browser: string
  /** State of a single sign-on in progress; HttpOnly. */
  readonly sso: string
  /** Token of an operator who views an account, HttpOnly. */
  readonly view: string
  /** Whose account is viewed and until when, as `AccountView`, for the notice on every page. */
  readonly viewed: string
}

const plain: SessionCookies = {
  token: 'token',
  half: 'sid',
  browser: 'browser',
  sso: 'sso',
  view: 'view',
  viewed: 'viewed',
}
const prefixed: SessionCookies = {
  token: '__Host-token',
  half: '__Host-sid',
  browser: '__Host-browser',
  sso: '__Host-sso',
  view: '__Host-view',
  viewed: '__Host-viewed',
}

/**
 * Names of the session cookies by the site's origin or protocol. Over https they begin with `__Host-`: a browser
 * accepts such a cookie only over https and for this host, so no other host of the domain can set or replace it.
 */
export const sessionCookies = (origin: string): SessionCookies => (origin.startsWith('https:') ? prefixed : plain)

/** Attributes for setting and removing session cookies; a `__Host-` cookie requires all of them. */
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

/** Ways to confirm that the person of a session is present. */
export const signMethods = ['password', 'code'] as const
export type SignMethod = (typeof signMethods)[number]
export const signMethodLabels: Readonly<Record<SignMethod, string>> = { password: '登录密码', code: '短信验证码' }
