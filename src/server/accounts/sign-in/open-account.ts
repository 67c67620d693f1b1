import { CallFailed } from '../../../contract/failures.ts'
import type { UserInfo } from '../../../contract/accounts/person.ts'
import type { Context } from '../../handler.ts'
import { recordOperation } from '../../operations/public.ts'
import { openSession } from '../../session/open-session.ts'
import { userInfoOf } from '../profile/user-info.ts'

/** What signing in needs to know of an account. */
export interface SigningIn {
  readonly id: number
  readonly companyId: number | null
  readonly locked: boolean
}

/** How somebody came in, for the session and for the line in the operation log. */
export interface Opening {
  readonly keep: boolean
  readonly call: string
  readonly by: string
  /** Of a single sign-on: its token, which it wants back at sign-out. */
  readonly ssoIdToken?: string | undefined
}

/** Opens the session of a person who has taken every step: cookies, a line in the operation log. Throws accountLocked. */
export async function openAccount(
  context: Pick<Context, 'db' | 'config' | 'request' | 'setCookie'>,
  account: SigningIn,
  { keep, call, by, ssoIdToken }: Opening,
): Promise<{ token: string; userInfo: UserInfo }> {
  if (account.locked) throw new CallFailed('accountLocked')
  const token = await openSession(context, account.id, keep, ssoIdToken)
  const doer = { userId: account.id, companyId: account.companyId, request: context.request }
  await recordOperation(context.db, doer, { call, action: '登录', detail: by })
  return { token, userInfo: await userInfoOf(context.db, account.id) }
}
