import { sessionCookies } from '../../src/domain/accounts/session.ts'

/** Names of the session's cookies on the sites of the tests, which are http. */
export const { token: tokenCookie, half: halfCookie, browser: browserCookie, sso: ssoCookie } = sessionCookies('http:')
