import { eq, sql } from 'drizzle-orm'
import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { CallFailed, failures, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { mobilePattern, normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import type { Context, Handler } from '../../handler.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { presentedRequester } from '../../session/code-requester.ts'
import { issueTicket, proveCode, redeemCode } from '../../session/codes.ts'
import { sendCode } from '../../session/send-code.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { getAccountByMobile, userIdByMobile } from './sign-in.ts'

/** Sends a code if an account has this number; the answer is the same without one. */
async function sendCodeToOwner(
  context: Context<'public'>,
  { mobile, ...answer }: { readonly mobile: string; readonly captchaId: string; readonly captcha: string },
  purpose: 'login' | 'resetPassword',
): ReturnType<typeof sendCode> {
  await redeemCaptcha(context.db, answer)
  const known = (await getAccountByMobile(context.db, mobile)) !== undefined
  return sendCode(context, { target: mobile, purpose, channel: 'sms', known })
}

/**
 * Purpose register is public and sends the code also to numbers with an account, so that only the owner of the phone
 * learns of it. Other purposes need a session.
 */
export const smsCaptcha: Handler<typeof verificationCalls.smsCaptcha> = async (
  { mobile, purpose, ...answer },
  context,
) => {
  const { db, caller } = context
  if ((purpose === 'register' || purpose === 'newMobile') && mobile === '')
    throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
  if (purpose === 'register') {
    await redeemCaptcha(db, answer)
    return sendCode(context, { target: mobile, purpose, channel: 'sms' })
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  await redeemCaptcha(db, answer)
  const { userId } = caller
  if (purpose === 'newMobile') return sendCode(context, { target: mobile, purpose, channel: 'sms', userId })
  const own = (await getOwnAccount(db, userId)).mobile
  if (own === null || (mobile !== '' && mobile !== own)) {
    throw fieldFailed({ field: 'mobile', message: '不是您账号当前绑定的手机号' })
  }
  return sendCode(context, { target: own, purpose, channel: 'sms', userId, own: true })
}

export const mobileLoginCaptcha: Handler<typeof verificationCalls.mobileLoginCaptcha> = (input, context) =>
  sendCodeToOwner(context, input, 'login')

export const mobileRegisterLoginCaptcha: Handler<typeof verificationCalls.mobileRegisterLoginCaptcha> = async (
  { mobile, ...answer },
  context,
) => {
  await redeemCaptcha(context.db, answer)
  return sendCode(context, { target: mobile, purpose: 'registerLogin', channel: 'sms' })
}

export const resetPasswordCaptchaSend: Handler<typeof verificationCalls.resetPasswordCaptchaSend> = (input, context) =>
  sendCodeToOwner(context, input, 'resetPassword')

export const mobileCaptchaCheck: Handler<typeof verificationCalls.mobileCaptchaCheck> = async (input, context) => {
  const { db, caller } = context
  const { mobile, smsCode: code, purpose, codeId } = input
  if (purpose === 'resetPassword') {
    if (mobile === '') throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
    context.concerns(userIdByMobile(db, mobile))
    return redeemCode(db, { target: mobile, purpose, code, asker: presentedRequester(context, codeId) }, issueTicket)
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  const { userId } = caller
  const target = mobile === '' ? ((await getOwnAccount(db, userId)).mobile ?? '') : mobile
  return redeemCode(db, { target, purpose, code, userId }, issueTicket)
}

export const resetPasswordCaptchaCheck: Handler<typeof verificationCalls.resetPasswordCaptchaCheck> = (
  { mobile, smsCode, codeId },
  context,
) => {
  context.concerns(userIdByMobile(context.db, mobile))
  const asker = presentedRequester(context, codeId)
  return redeemCode(context.db, { target: mobile, purpose: 'resetPassword', code: smsCode, asker }, issueTicket)
}

/** Whether an account has this login name; case makes no difference. */
async function isLoginNameTaken(db: Db, loginName: string): Promise<boolean> {
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
