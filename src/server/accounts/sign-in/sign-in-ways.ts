import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handler } from '../../handler.ts'

/** SMS needs somebody who sends them; the demo shows them on its outbox page instead. */
export const signInWays: Handler<typeof signInCalls.signInWays> = async (_input, { config, providers }) => ({
  sms: providers.sms !== undefined || config.demo,
  sso: providers.sso === undefined ? null : { name: providers.sso.name },
})
