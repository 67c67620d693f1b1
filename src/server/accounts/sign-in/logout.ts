import { eq } from 'drizzle-orm'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { sessions } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { endSession, removedCookies } from '../../session/open-session.ts'

export const logout: Handler<typeof signInCalls.logout> = async (_input, context) => {
  const { db, config, caller, providers, push, after, setCookie } = context
  const [session] = await db
    .select({ idToken: sessions.ssoIdToken })
    .from(sessions)
    .where(eq(sessions.id, caller.sessionId))
  await endSession(db, caller.sessionId)
  removedCookies(config.siteUrl).forEach(setCookie)
  after(() => push.endSession(caller.sessionId))
  // Signing out here alone would let the next one at this machine in through the other side without a question.
  const through = session?.idToken ?? undefined
  return { ssoLogoutUrl: through === undefined ? '' : ((await providers.sso?.logoutUrl(through)) ?? '') }
}
