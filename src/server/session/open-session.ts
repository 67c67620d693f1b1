import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/tables/accounts.ts'
import { cookieAttributes, keepLoginDays, sessionCookies } from '../../domain/accounts/session.ts'
import type { Context } from '../handler.ts'
import { rememberBrowser } from './code-asker.ts'
import { hashToken, randomToken } from './tokens.ts'

const daySeconds = 86_400
/** Characters of a token that still fits into the address of the sign-out at the other side. */
const longestIdToken = 4000

/**
 * Opens a session and gives its token. A web session gets the second half as an HttpOnly cookie, and the token
 * as a readable one so that pages of the centres are drawn on the server. Not kept = cookies of the browser
 * session, one day on the server. `ssoIdToken` marks one that came through the single sign-on.
 */
export async function openSession(
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
    browserHash: rememberBrowser(context),
    ssoIdToken: ssoIdToken === undefined || ssoIdToken.length <= longestIdToken ? ssoIdToken : '',
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

/** Ends one session. */
export const endSession = (db: Db, sessionId: number) =>
  db
    .update(sessions)
    .set({ endedAt: new Date(), ssoIdToken: null })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))

/** Set-Cookie lines that remove both halves from the browser; on https those of sessions from before `__Host-` as well. */
export const removedCookies = (siteUrl: string): string[] =>
  [...new Set([siteUrl, 'http:'].flatMap(namesOf))].map((name) => `${name}=; Max-Age=0${cookieAttributes(siteUrl)}`)

function namesOf(origin: string): string[] {
  const { token, half } = sessionCookies(origin)
  return [half, token]
}
