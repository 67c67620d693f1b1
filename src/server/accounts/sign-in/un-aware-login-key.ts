import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { ssoCookie, ssoSeconds } from '../../../domain/accounts/session.ts'
import type { Handler } from '../../handler.ts'

export const unAwareLoginKey: Handler<typeof signInCalls.unAwareLoginKey> = async (
  { redirect },
  { config, providers, setCookie },
) => {
  if (providers.sso === undefined) throw new CallFailed('ssoOff')
  const { state, kept, url } = await providers.sso.begin(redirect)
  const secure = config.siteUrl.startsWith('https:') ? '; Secure' : ''
  // Lax: the way back from the other side is a link, and a link brings it along.
  setCookie(`${ssoCookie}=${kept}; HttpOnly; Path=/; SameSite=Lax${secure}; Max-Age=${ssoSeconds}`)
  return { key: state, url }
}
