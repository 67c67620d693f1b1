import { sessionCookies } from '../../src/domain/accounts/session.ts'

/** Names of the session cookies on the test sites, which use http. */
export const { token: tokenCookie, half: halfCookie, browser: browserCookie, sso: ssoCookie } = sessionCookies('http:')
