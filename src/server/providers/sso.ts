import type { Config } from '../../config.ts'
import { CallFailed } from '../../contract/failures.ts'
import { links } from '../../domain/links.ts'
import { randomToken } from '../session/tokens.ts'
import type { Oidc } from './oidc.ts'
import { readState, signState } from './sso-state.ts'

/** Who the single sign-on says a person is. */
export interface SsoPerson {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  /** Verified mobile number of the mainland, empty where it tells none. */
  readonly mobile: string
  /** Its token: kept with the session, since the other side wants it back when the person signs out. */
  readonly idToken: string
}

/** Somebody who came back from the other side with a state that is theirs, before anything was asked there. */
export interface SsoReturn {
  /** Id of the state: whoever takes it up may do so once. */
  readonly id: string
  /** When the state is over, and its id can be forgotten. */
  readonly until: Date
  /** Path of this site, or empty. */
  readonly redirect: string
  /** Asks the other side who it is. Throws CallFailed ssoRefused or ssoAway. */
  readonly person: () => Promise<SsoPerson>
}

/** External single sign-on by OpenID Connect (code flow with PKCE and nonce). */
export interface Sso {
  readonly name: string
  /**
   * Begins a sign-in: the signed state, what the browser keeps in an HttpOnly cookie meanwhile, the address to go to.
   * Throws CallFailed ssoAway.
   */
  readonly begin: (redirect: string) => Promise<{ state: string; kept: string; url: string }>
  /** Reads the query that came back against what the browser kept. Throws CallFailed ssoRefused. */
  readonly returned: (query: string, kept: string) => SsoReturn
  /** Where to go after signing out here, empty where the other side offers nothing or is not reached. */
  readonly logoutUrl: (idToken: string) => Promise<string>
}

/** Milliseconds after which its description is read anew; until then it is kept. */
const describedFor = 3_600_000
/** What comes back and means something. All else of the query is dropped. */
const answerFields = ['code', 'state', 'iss', 'error', 'error_description']

/** Undefined without SSO_ISSUER. */
export function createSso({ sso, siteUrl }: Pick<Config, 'sso' | 'siteUrl'>): Sso | undefined {
  if (sso === undefined) return undefined
  const { clientSecret, name } = sso
  const back = `${siteUrl}${links.login()}`
  const oidc = kept(async () => (await import('./oidc.ts')).openOidc(sso))

  return {
    name,
    begin: async (redirect) => {
      const there = await oidc()
      const [verifier, nonce] = [randomToken(), randomToken()]
      const { state, kept } = signState(clientSecret, { verifier, nonce, redirect })
      return { state, kept, url: await there.authorizationUrl(back, { state, nonce, verifier }) }
    },
    returned: (query, kept) => {
      const given = new URLSearchParams(query)
      const state = given.get('state') ?? ''
      const { id, until, verifier, nonce, redirect } = readState(clientSecret, state, kept)
      const came = new URL(back)
      for (const field of answerFields) for (const value of given.getAll(field)) came.searchParams.append(field, value)
      return { id, until, redirect, person: async () => (await oidc()).person(came, { state, nonce, verifier }) }
    },
    logoutUrl: (idToken) =>
      oidc().then(
        (there) => there.endSessionUrl(back, idToken),
        () => '',
      ),
  }
}

/** Keeps what was made for a while; what failed is made anew at the next wish. Throws CallFailed ssoAway. */
function kept(make: () => Promise<Oidc>): () => Promise<Oidc> {
  let now: { readonly made: Promise<Oidc>; readonly until: number } | undefined
  return async () => {
    if (now === undefined || now.until < Date.now()) now = { made: make(), until: Date.now() + describedFor }
    const mine = now
    return mine.made.catch(() => {
      if (now === mine) now = undefined
      throw new CallFailed('ssoAway')
    })
  }
}
