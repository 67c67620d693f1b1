import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** Behaviour of the provider that tests may change. */
export interface OidcBehaviour {
  /** Signed-in person; consent is given automatically. */
  person: JWTPayload
  /** Claims that override the correct ones in the identity token. */
  claims: JWTPayload
  /** Changes the signed identity token. */
  tamper: (token: string) => string
  /** Claims returned by the userinfo endpoint only. */
  userinfo: JWTPayload
  /** Endpoints that return 503. */
  broken: Set<string>
  /** Endpoints that never respond. */
  silent: Set<string>
  /** Whether the person refuses consent. */
  refuses: boolean
}

/** A real OpenID Connect provider on its own port: code flow with PKCE, RS256, single-use codes. */
export interface OidcProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly behaviour: OidcBehaviour
  /** Number of requests by endpoint. */
  readonly requestCounts: Map<string, number>
  /** Opens the authorization URL as a browser would and returns the redirect URL. */
  readonly visit: (url: string) => Promise<URL>
  readonly close: () => Promise<void>
}

interface Granted {
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const [clientId, clientSecret] = ['portal', 'a secret of the tests']
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Granted>()
  const asked = new Map<string, number>()
  const manners: OidcBehaviour = {
    person: { sub: 'first' },
    claims: {},
    userinfo: {},
    broken: new Set(),
    silent: new Set(),
    refuses: false,
    tamper: (token) => token,
  }
  let issuer = ''

  const endpoints: Readonly<Record<string, (url: URL, body: URLSearchParams) => object | URL | Promise<object>>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/end`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'phone'],
    }),
    '/jwks': () => ({ keys: [key] }),
    '/authorize': ({ searchParams: given }) => {
      const back = new URL(given.get('redirect_uri') ?? '')
      back.searchParams.set('state', given.get('state') ?? '')
      if (manners.refuses || given.get('client_id') !== clientId || given.get('code_challenge_method') !== 'S256') {
        back.searchParams.set('error', 'access_denied')
        return back
      }
      const code = randomUUID()
      const [challenge, nonce] = [given.get('code_challenge') ?? '', given.get('nonce') ?? '']
      codes.set(code, { redirectUri: given.get('redirect_uri') ?? '', challenge, nonce })
      back.searchParams.set('code', code)
      return back
    },
    '/token': async (_url, body) => {
      const granted = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      const fits = granted?.challenge === challenge && granted.redirectUri === body.get('redirect_uri')
      const known = body.get('client_id') === clientId && body.get('client_secret') === clientSecret
      if (!known || !fits) return { error: known ? 'invalid_grant' : 'invalid_client' }
      const claims = { ...manners.person, nonce: granted.nonce, iss: issuer, aud: clientId, ...manners.claims }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: manners.tamper(token) }
    },
    '/end': ({ searchParams: given }) => new URL(given.get('post_logout_redirect_uri') ?? ''),
    '/userinfo': () => ({ sub: manners.person.sub, ...manners.userinfo }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    asked.set(url.pathname, (asked.get(url.pathname) ?? 0) + 1)
    const endpoint = endpoints[url.pathname]
    if (endpoint === undefined) return void response.writeHead(404).end()
    if (manners.silent.has(url.pathname)) return
    if (manners.broken.has(url.pathname)) return void response.writeHead(503).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const said = await endpoint(url, new URLSearchParams(Buffer.concat(chunks).toString()))
    if (said instanceof URL) return void response.writeHead(302, { location: said.href }).end()
    response.writeHead('error' in said ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer,
    clientId,
    clientSecret,
    behaviour: manners,
    requestCounts: asked,
    visit: async (url) => {
      const response = await fetch(url, { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '')
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Portal settings for this provider. */
export const ssoSettings = ({ issuer, clientId, clientSecret }: OidcProvider) => ({
  SSO_ISSUER: issuer,
  SSO_CLIENT_ID: clientId,
  SSO_CLIENT_SECRET: clientSecret,
  SSO_NAME: '园区统一登录',
})
