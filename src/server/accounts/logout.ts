import type { signInCalls } from '../../contract/accounts/sign-in.ts'
import type { Handler } from '../handler.ts'
import { endSession, forgetCookies } from '../session/open-session.ts'

export const logout: Handler<typeof signInCalls.logout> = async (_input, { db, caller, push, after, setCookie }) => {
  await endSession(db, caller.sessionId)
  forgetCookies.forEach(setCookie)
  after(() => push.endSession(caller.sessionId))
  return {}
}
