import * as oidc from 'openid-client'
import { CallFailed } from '../../contract/failures.ts'
import { mobilePattern, normalizeMobile } from '../../domain/accounts/identity-rules.ts'
import type { SsoPerson } from './sso.ts'

/** Data of an authorisation attempt, needed at its return. */
export interface AuthorisationAttempt {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier. */
  readonly verifier: string
}

/** An OpenID Connect provider with loaded metadata. `back` is the redirect URL. */
export interface Oidc {
  readonly authorizationUrl: (back: string, way: AuthorisationAttempt) => Promise<string>
  /** Redeems the code of the callback URL. Throws CallFailed ssoRefused or ssoAway. */
  readonly person: (came: URL, way: AuthorisationAttempt) => Promise<SsoPerson>
  /** Empty without a sign-out endpoint. */
  readonly endSessionUrl: (back: string, idToken: string) => string
}

export interface OidcClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Timeout of the provider in seconds. */
const timeout = 5

/** Loads the provider metadata. Tokens are always verified against its keys. */
export async function openOidc({ issuer, clientId, clientSecret }: OidcClient): Promise<Oidc> {
  const server = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks]
  // Enabled by a setting only, never by the provider.
  if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
  const authentication = clientAuthentication(clientSecret)
  const configuration = await oidc.discovery(server, clientId, undefined, authentication, { timeout, execute })
  const metadata = configuration.serverMetadata()
  const scope = ['openid', 'profile', 'phone'].filter((one) => metadata.scopes_supported?.includes(one) !== false)
  return {
    authorizationUrl: async (back, { state, nonce, verifier }) => {
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: back,
        scope: scope.join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    person: (came, way) => requestPerson(configuration, came, way).catch(refuse),
    endSessionUrl: (back, idToken) => {
      if (metadata.end_session_endpoint === undefined) return ''
      const hint = idToken === '' ? {} : { id_token_hint: idToken }
      return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back, ...hint }).href
    },
  }
}

/** Client authentication by a method the provider supports; without metadata the default of the standard. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, client, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (inBody ? post : basic)(server, client, body, headers)
  }
}

async function requestPerson(
  configuration: oidc.Configuration,
  callbackUrl: URL,
  way: AuthorisationAttempt,
): Promise<SsoPerson> {
  const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: way.state,
    expectedNonce: way.nonce,
    pkceCodeVerifier: way.verifier,
    idTokenExpected: true,
  })
  const idTokenClaims = tokens.claims()
  if (idTokenClaims === undefined || tokens.id_token === undefined) throw new CallFailed('ssoRefused')
  const claims = { ...idTokenClaims }
  if (claims['phone_number'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined) {
    // Some return the number only from the userinfo endpoint. The subject must match.
    Object.assign(claims, await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  }
  const { name, phone_number: phone, phone_number_verified: proven } = claims
  const mobile = typeof phone === 'string' && proven === true ? normalizeMobile(phone) : ''
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: typeof name === 'string' ? name.trim().slice(0, 20) : '',
    mobile: mobilePattern.test(mobile) ? mobile : '',
    idToken: tokens.id_token,
  }
}

/** Network and server errors become `ssoAway` (retry later); invalid responses become `ssoRefused`. */
function refuse(thrown: unknown): never {
  if (thrown instanceof CallFailed) throw thrown
  throw new CallFailed(isAway(thrown) ? 'ssoAway' : 'ssoRefused')
}

function isAway(thrown: unknown): boolean {
  if (thrown instanceof oidc.ResponseBodyError) return thrown.status >= 500
  if (!(thrown instanceof Error)) return false
  // Thrown by `fetch` on network errors.
  if (thrown instanceof TypeError) return thrown.message === 'fetch failed'
  if (thrown.cause instanceof Response) return thrown.cause.status >= 500
  return 'code' in thrown && thrown.code === 'OAUTH_TIMEOUT'
}
