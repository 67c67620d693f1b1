import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { cookieAttributes, sessionCookies, ssoSeconds } from '../../../domain/accounts/session.ts'
import type { Handler } from '../../handler.ts'

export const unAwareLoginKey: Handler<typeof signInCalls.unAwareLoginKey> = async (
  { redirect },
  { config, providers, setCookie },
) => {
  if (providers.sso === undefined) throw new CallFailed('ssoOff')
  const { state, kept, url } = await providers.sso.begin(redirect)
  // Lax: the way back from the other side is a link, and a link brings it along.
  const { sso } = sessionCookies(config.siteUrl)
  setCookie(`${sso}=${kept}; HttpOnly${cookieAttributes(config.siteUrl)}; Max-Age=${ssoSeconds}`)
  return { key: state, url }
}
