import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/tables/accounts.ts'
import { cookieAttributes, keepLoginDays, sessionCookies } from '../../domain/accounts/session.ts'
import type { Context } from '../handler.ts'
import { ensureBrowserSecret } from './code-requester.ts'
import { removePushDevices } from './end-sessions.ts'
import { hashToken, randomToken } from '../platform/tokens.ts'

const daySeconds = 86_400
/** Maximum characters of an id token, which must fit into the sign-out URL of the provider. */
const maxIdTokenLength = 4000

/**
 * Creates a session and returns its token. A web session gets the second half as an HttpOnly cookie, and the token as a
 * readable one for server-rendered pages. Without "stay signed in": browser-session cookies, one day on the server.
 * `ssoIdToken` marks a session created by single sign-on.
 */
export async function createSession(
  context: Pick<Context, 'db' | 'config' | 'request' | 'setCookie'>,
  userId: number,
  keep: boolean,
  ssoIdToken?: string,
): Promise<string> {
  const { db, config, request, setCookie } = context
  const token = randomToken()
  const half = request.appId === 'web' ? randomToken() : undefined
  const seconds = keep ? keepLoginDays * daySeconds : daySeconds
  await db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    cookieHash: half === undefined ? null : hashToken(half),
    appId: request.appId,
    browserHash: ensureBrowserSecret(context),
    ssoIdToken: ssoIdToken === undefined || ssoIdToken.length <= maxIdTokenLength ? ssoIdToken : '',
    userAgent: request.userAgent,
    ip: request.ip ?? '',
    origin: request.origin,
    expiresAt: new Date(Date.now() + seconds * 1000),
  })
  if (half !== undefined) {
    const names = sessionCookies(config.siteUrl)
    const tail = `${cookieAttributes(config.siteUrl)}${keep ? `; Max-Age=${seconds}` : ''}`
    setCookie(`${names.half}=${half}; HttpOnly${tail}`)
    setCookie(`${names.token}=${token}${tail}`)
  }
  return token
}

/** Ends one session, with the notifications on its device. */
export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: new Date(), ssoIdToken: null })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  await removePushDevices(db, [sessionId])
}

/** Set-Cookie values that remove both halves; on https also the older names without `__Host-`. */
export const removalCookies = (siteUrl: string): string[] =>
  [...new Set([siteUrl, 'http:'].flatMap(namesOf))].map((name) => `${name}=; Max-Age=0${cookieAttributes(siteUrl)}`)

function namesOf(origin: string): string[] {
  const { token, half } = sessionCookies(origin)
  return [half, token]
}
