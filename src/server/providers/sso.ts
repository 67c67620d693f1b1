import type { Config } from '../../config.ts'
import { CallFailed } from '../../contract/failures.ts'
import { links } from '../../domain/links.ts'
import { randomToken } from '../platform/tokens.ts'
import type { Oidc } from './oidc.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ssoSeconds } from '../../domain/accounts/session.ts'
import { ownPath } from '../../domain/own-path.ts'

/** Data needed at the return, stored in a cookie meanwhile. */
interface StateContent {
  /** PKCE code verifier. */
  readonly verifier: string
  readonly nonce: string
  /** Path of this site, or empty. */
  readonly redirect: string
}

const stateContent = z.object({ verifier: z.string(), nonce: z.string(), redirect: z.string() })
/** Browsers drop longer cookies. */
const maxCookieLength = 3500

const stateSeal = (secret: string, id: string, until: string, pack: string) =>
  createHmac('sha256', secret).update(`sso-state ${id} ${until} ${pack}`).digest()

/** A state bound to this cookie content: `id.until.seal`. */
export function signState(
  secret: string,
  { verifier, nonce, redirect }: StateContent,
): { state: string; cookie: string } {
  const packed = (path: string) =>
    Buffer.from(JSON.stringify({ verifier, nonce, redirect: path })).toString('base64url')
  const whole = packed(ownPath(redirect) ?? '')
  const pack = whole.length > maxCookieLength ? packed('') : whole
  const id = randomBytes(16).toString('base64url')
  const until = String(Math.floor(Date.now() / 1000) + ssoSeconds)
  return { state: `${id}.${until}.${stateSeal(secret, id, until, pack).toString('base64url')}`, cookie: pack }
}

/** Validates state and cookie and returns their content. Throws ssoRefused when they do not match or have expired. */
export function readState(secret: string, state: string, pack: string): StateContent & { id: string; until: Date } {
  const [id = '', until = '', seal = ''] = state.split('.')
  const wanted = stateSeal(secret, id, until, pack)
  const given = Buffer.from(seal, 'base64url')
  const fits = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!fits || Number(until) * 1000 < Date.now()) throw new CallFailed('ssoRefused')
  // The seal was verified, so it parses.
  const read = stateContent.parse(JSON.parse(Buffer.from(pack, 'base64url').toString()))
  return { ...read, redirect: ownPath(read.redirect) ?? '', id, until: new Date(Number(until) * 1000) }
}

/** Identity reported by the single sign-on. */
export interface SsoPerson {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  /** Verified mainland mobile number, else empty. */
  readonly mobile: string
  /** Id token: stored with the session, required by the provider at sign-out. */
  readonly idToken: string
}

/** A validated return from the provider, before the code is redeemed. */
export interface SsoReturn {
  /** Id of the state, which may be used once. */
  readonly id: string
  /** Expiry of the state, after which its id can be deleted. */
  readonly until: Date
  /** Path of this site, or empty. */
  readonly redirect: string
  /** Redeems the code and returns the identity. Throws CallFailed ssoRefused or ssoAway. */
  readonly person: () => Promise<SsoPerson>
}

/** External single sign-on by OpenID Connect (code flow with PKCE and nonce). */
export interface Sso {
  readonly name: string
  /**
   * Starts a sign-in: returns the signed state, the content of an HttpOnly cookie, and the redirect URL. Throws
   * CallFailed ssoAway.
   */
  readonly start: (redirect: string) => Promise<{ state: string; cookie: string; url: string }>
  /** Validates the returned query against the cookie. Throws CallFailed ssoRefused. */
  readonly readReturn: (query: string, cookie: string) => SsoReturn
  /** Sign-out URL of the provider; empty where it has none or cannot be reached. */
  readonly logoutUrl: (idToken: string) => Promise<string>
}

/** Milliseconds for which the provider metadata is cached. */
const metadataMs = 3_600_000
/** Relevant parameters of the returned query; others are ignored. */
const answerFields = ['code', 'state', 'iss', 'error', 'error_description']

/** Undefined without SSO_ISSUER. */
export function createSso({ sso, siteUrl }: Pick<Config, 'sso' | 'siteUrl'>): Sso | undefined {
  if (sso === undefined) return undefined
  const { clientSecret, name } = sso
  const back = `${siteUrl}${links.login()}`
  const oidc = cachedOidc(async () => (await import('./oidc.ts')).openOidc(sso))

  return {
    name,
    start: async (redirect) => {
      const there = await oidc()
      const [verifier, nonce] = [randomToken(), randomToken()]
      const { state, cookie } = signState(clientSecret, { verifier, nonce, redirect })
      return { state, cookie, url: await there.authorizationUrl(back, { state, nonce, verifier }) }
    },
    readReturn: (query, kept) => {
      const given = new URLSearchParams(query)
      const state = given.get('state') ?? ''
      const { id, until, verifier, nonce, redirect } = readState(clientSecret, state, kept)
      const callbackUrl = new URL(back)
      for (const field of answerFields)
        for (const value of given.getAll(field)) callbackUrl.searchParams.append(field, value)
      return { id, until, redirect, person: async () => (await oidc()).person(callbackUrl, { state, nonce, verifier }) }
    },
    logoutUrl: (idToken) =>
      oidc().then(
        (there) => there.endSessionUrl(back, idToken),
        () => '',
      ),
  }
}

/** Caches the provider metadata; a failure is retried with the next request. Throws CallFailed ssoAway. */
function cachedOidc(make: () => Promise<Oidc>): () => Promise<Oidc> {
  let now: { readonly made: Promise<Oidc>; readonly until: number } | undefined
  return async () => {
    if (now === undefined || now.until < Date.now()) now = { made: make(), until: Date.now() + metadataMs }
    const mine = now
    return mine.made.catch(() => {
      if (now === mine) now = undefined
      throw new CallFailed('ssoAway')
    })
  }
}
