import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { failures } from '../../../contract/failures.ts'
import { presentedRequester } from '../../session/code-requester.ts'
import { proveCode } from '../../session/codes.ts'
import { getAccountByMobile } from './sign-in.ts'
import { mobilePattern, normalizeMobile } from '../../../domain/accounts/identity-rules.ts'

/** Whether an account has this login name; case makes no difference. */
export async function isLoginNameTaken(db: Db, loginName: string): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.loginName})`, loginName.toLowerCase()))
  return found !== undefined
}

export const loginNameExists: Handler<typeof verificationCalls.loginNameExists> = async (
  { loginName, ...answer },
  { db },
) => {
  await redeemCaptcha(db, answer)
  const ok = await isLoginNameTaken(db, loginName)
  return { ok, message: ok ? '' : '没有这个登录名，请检查后重新输入' }
}

export const loginNameUnique: Handler<typeof verificationCalls.loginNameUnique> = async ({ loginName }, { db }) => {
  const taken = await isLoginNameTaken(db, loginName)
  return { ok: !taken, message: taken ? failures.loginNameUsed.message : '' }
}

/** Only the owner of the number learns whether it has an account; a captcha would not be protection enough. */
export const mobileUnique: Handler<typeof verificationCalls.mobileUnique> = async (input, context) => {
  const { mobile, smsCode: code, codeId } = input
  await proveCode(context.db, { target: mobile, purpose: 'register', code, asker: presentedRequester(context, codeId) })
  const taken = (await getAccountByMobile(context.db, mobile)) !== undefined
  return { ok: !taken, message: taken ? failures.mobileUsed.message : '' }
}

/** Checks the format only. */
export const mobileValid: Handler<typeof verificationCalls.mobileValid> = async ({ mobile }) => {
  const ok = mobilePattern.test(normalizeMobile(mobile))
  return { ok, message: ok ? '' : '请输入 11 位手机号' }
}
