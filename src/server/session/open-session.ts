import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/tables/accounts.ts'
import { halfCookie, keepLoginDays, tokenCookie } from '../../domain/accounts/session.ts'
import type { Context } from '../handler.ts'
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
  { db, config, request, setCookie }: Pick<Context, 'db' | 'config' | 'request' | 'setCookie'>,
  userId: number,
  keep: boolean,
  ssoIdToken?: string,
): Promise<string> {
  const token = randomToken()
  const half = request.appId === 'web' ? randomToken() : undefined
  const seconds = keep ? keepLoginDays * daySeconds : daySeconds
  await db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    cookieHash: half === undefined ? null : hashToken(half),
    appId: request.appId,
    ssoIdToken: ssoIdToken === undefined || ssoIdToken.length <= longestIdToken ? ssoIdToken : '',
    userAgent: request.userAgent,
    ip: request.ip ?? '',
    expiresAt: new Date(Date.now() + seconds * 1000),
  })
  if (half !== undefined) {
    const tail = `; Path=/; SameSite=Lax${config.siteUrl.startsWith('https:') ? '; Secure' : ''}${keep ? `; Max-Age=${seconds}` : ''}`
    setCookie(`${halfCookie}=${half}; HttpOnly${tail}`)
    setCookie(`${tokenCookie}=${token}${tail}`)
  }
  return token
}

/** Ends one session. */
export const endSession = (db: Db, sessionId: number) =>
  db
    .update(sessions)
    .set({ endedAt: new Date(), ssoIdToken: null })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))

/** Cookies that take both halves away from the browser. */
export const forgetCookies = [halfCookie, tokenCookie].map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`)
