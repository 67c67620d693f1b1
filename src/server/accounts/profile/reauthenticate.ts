import { eq } from 'drizzle-orm'
import type { reauthenticationCalls, ReauthenticationWays } from '../../../contract/accounts/reauthentication.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { sessions } from '../../../db/tables/accounts.ts'
import { reauthenticationMinutes, type SignMethod } from '../../../domain/accounts/session.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Caller, Handler } from '../../handler.ts'
import { redeemCode } from '../../session/codes.ts'
import { getOwnAccount, type OwnAccount } from './own-account.ts'
import { verifyOwnPassword } from './own-password.ts'

const validMs = reauthenticationMinutes * 60_000

/**
 * Confirms the identity of the user of a session. Signing in does not count, since an open session may be taken over.
 */
export const reauthenticate: Handler<typeof reauthenticationCalls.reauthenticate> = async (input, context) => {
  const { db, caller, note } = context
  const { password, smsCode } = input
  const at = new Date()
  const marked = { reauthenticatedAt: at, reauthenticatedBy: smsCode === '' ? 'password' : 'code' } as const
  const mark = (on: Db) => on.update(sessions).set(marked).where(eq(sessions.id, caller.sessionId))
  if (smsCode === '') {
    await verifyOwnPassword(context, password, 'password')
    await mark(db)
  } else {
    const { mobile } = await getOwnAccount(db, caller.userId)
    if (mobile === null) throw fieldFailed({ field: 'smsCode', message: '您的账号尚未绑定手机号' })
    const key = { target: mobile, purpose: 'reauthenticate', userId: caller.userId, code: smsCode } as const
    await redeemCode(db, key, (tx) => mark(tx))
  }
  note(smsCode === '' ? '登录密码' : '短信验证码')
  return { until: new Date(at.getTime() + validMs).toISOString() }
}

/** Reauthentication methods available to an account. */
const getReauthenticationWays = ({ passwordHash, mobile }: OwnAccount): ReauthenticationWays => ({
  ways: [...(passwordHash === null ? [] : (['password'] as const)), ...(mobile === null ? [] : (['code'] as const))],
  mobile: mobile === null ? '' : maskPhone(mobile),
})

/** Throws reauthNeeded unless this session was reauthenticated within the last minutes; returns how it was. */
export async function assertReauthenticated(db: Db, caller: Pick<Caller, 'sessionId' | 'userId'>): Promise<SignMethod> {
  const [session] = await db
    .select({ at: sessions.reauthenticatedAt, by: sessions.reauthenticatedBy })
    .from(sessions)
    .where(eq(sessions.id, caller.sessionId))
  if (session?.at != null && session.by !== null && session.at.getTime() + validMs > Date.now()) return session.by
  throw new CallFailed('reauthNeeded', getReauthenticationWays(await getOwnAccount(db, caller.userId)))
}
