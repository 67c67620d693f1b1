import * as oidc from 'openid-client'
import { CallFailed } from '../../contract/failures.ts'
import { mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'
import type { SsoPerson } from './sso.ts'

/** What one way to the other side and back needs again when it ends. */
export interface Way {
  readonly state: string
  readonly nonce: string
  /** Of PKCE: proves that who redeems the code is who asked for it. */
  readonly verifier: string
}

/** An OpenID Connect provider whose description has been read. `back` is where it sends people. */
export interface Oidc {
  readonly authorizationUrl: (back: string, way: Way) => Promise<string>
  /** Redeems the code in the address that came back. Throws CallFailed ssoRefused or ssoAway. */
  readonly person: (came: URL, way: Way) => Promise<SsoPerson>
  /** Empty where it offers no sign-out. */
  readonly endSessionUrl: (back: string, idToken: string) => string
}

export interface OidcClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Seconds in which the other side must answer. */
const timeout = 5

/** Reads the other side's description. Tokens are checked against its keys, whatever way they came. */
export async function openOidc({ issuer, clientId, clientSecret }: OidcClient): Promise<Oidc> {
  const server = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks]
  // Only a setting can ask for it: nothing that comes over the line can.
  if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
  const authentication = authenticationBy(clientSecret)
  const configuration = await oidc.discovery(server, clientId, undefined, authentication, { timeout, execute })
  const metadata = configuration.serverMetadata()
  const scope = ['openid', 'profile', 'phone'].filter((one) => metadata.scopes_supported?.includes(one) !== false)
  return {
    authorizationUrl: async (back, { state, nonce, verifier }) => {
      const url = oidc.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: back, scope: scope.join(' '), state, nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
      return url.href
    },
    person: (came, way) => askPerson(configuration, came, way).catch(refuse),
    endSessionUrl: (back, idToken) => {
      if (metadata.end_session_endpoint === undefined) return ''
      const hint = idToken === '' ? {} : { id_token_hint: idToken }
      return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back, ...hint }).href
    },
  }
}

/** The secret in the way that the other side says it takes; without a word from it, in the standard's own. */
function authenticationBy(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, client, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (inBody ? post : basic)(server, client, body, headers)
  }
}

async function askPerson(configuration: oidc.Configuration, came: URL, way: Way): Promise<SsoPerson> {
  const tokens = await oidc.authorizationCodeGrant(configuration, came, {
    ...{ expectedState: way.state, expectedNonce: way.nonce, pkceCodeVerifier: way.verifier, idTokenExpected: true },
  })
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined) throw new CallFailed('ssoRefused')
  const told = { ...claims }
  if (told['phone_number'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined) {
    // Some tell the number only when asked with the token. The subject must be the same.
    Object.assign(told, await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  }
  const { name, phone_number: phone, phone_number_verified: proven } = told
  const mobile = typeof phone === 'string' && proven === true ? tidyMobile(phone) : ''
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: typeof name === 'string' ? name.trim().slice(0, 20) : '',
    mobile: mobilePattern.test(mobile) ? mobile : '',
    idToken: tokens.id_token,
  }
}

/** Not reached or broken there is `ssoAway`: try again later. Anything that does not fit together is `ssoRefused`. */
function refuse(thrown: unknown): never {
  if (thrown instanceof CallFailed) throw thrown
  throw new CallFailed(isAway(thrown) ? 'ssoAway' : 'ssoRefused')
}

function isAway(thrown: unknown): boolean {
  if (thrown instanceof oidc.ResponseBodyError) return thrown.status >= 500
  if (!(thrown instanceof Error)) return false
  // What `fetch` throws when nobody answers.
  if (thrown instanceof TypeError) return thrown.message === 'fetch failed'
  if (thrown.cause instanceof Response) return thrown.cause.status >= 500
  return 'code' in thrown && thrown.code === 'OAUTH_TIMEOUT'
}
