import { CallFailed } from '../../../contract/failures.ts'
import type { SignedIn } from '../../../contract/accounts/person.ts'
import type { Context } from '../../handler.ts'
import { createSession } from '../../session/open-session.ts'
import { getSessionInfo } from '../profile/user-info.ts'
import { refuseClosing } from './refuse-closing.ts'
import { recordOperation } from '../../platform/history/operation-log.ts'

/** Account columns needed to sign in. */
export interface SignInAccount {
  readonly id: number
  readonly companyId: number | null
  readonly locked: boolean
}

/** Sign-in method, for the session and the operation log. */
export interface SignInDetails {
  readonly keepLogin: boolean
  readonly call: string
  readonly by: string
  /** ID token of a single sign-on, needed for its sign-out. */
  readonly ssoIdToken?: string | undefined
}

/** Opens a session after all sign-in steps: cookies, operation log. Throws accountLocked, accountClosing. */
export async function openAccountSession(
  context: Pick<Context, 'db' | 'config' | 'request' | 'setCookie'>,
  account: SignInAccount,
  { keepLogin, call, by, ssoIdToken }: SignInDetails,
): Promise<SignedIn> {
  if (account.locked) throw new CallFailed('accountLocked')
  await refuseClosing(context.db, account.id)
  const token = await createSession(context, account.id, keepLogin, ssoIdToken)
  const actor = { userId: account.id, companyId: account.companyId, request: context.request }
  await recordOperation(context.db, actor, { call, action: '登录', detail: by })
  return { token, ...(await getSessionInfo(context.db, account.id)) }
}
