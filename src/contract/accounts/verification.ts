import { z } from 'zod'
import { captchaSize } from '../../domain/accounts/identity-rules.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { typedCode } from '../fields.ts'
import { captchaAnswer, code, codeId, mobile, mobileOrOwn, newLoginName } from './person.ts'

/**
 * Answer to a code request: seconds until the next request, lifetime in seconds. It does not depend on whether the
 * number is known.
 */
export const codeSent = z.object({
  resendAfter: z.int(),
  expiresIn: z.int(),
  /** Only for apps (`app-id` other than web), which keep no cookie: to be sent with the code. */
  codeId: z.string().optional(),
})
const sendCode = z.object({ mobile, ...captchaAnswer })
const codeFailures = ['captchaWrong', 'codeTooSoon', 'codesUsedUp'] as const
/** Result of a check of a name or number. Checks are rate limited by IP address and take constant time. */
const checked = z.object({ ok: z.boolean(), message: z.string() })

/** Calls before signing in and registering: captchas, SMS codes, checks of names and numbers. */
export const verificationCalls = {
  loginCaptcha: call({
    path: '/user-center/user/login/captcha',
    summary: '图形验证码：130 × 48 的图片，两分钟内用一次',
    access: everyone,
    input: z.object({
      /** Size in CSS pixels; rendered at double resolution. */
      w: z.int().min(65).max(260).default(captchaSize.w),
      h: z.int().min(24).max(96).default(captchaSize.h),
    }),
    output: z.object({
      captchaId: z.string(),
      /** data: URL of a PNG */
      image: z.string(),
      expiresIn: z.int(),
    }),
    perMinute: 30,
    first: true,
  }),
  smsCaptcha: call({
    path: '/message/sms/mobile/captcha',
    summary: '发送短信验证码：注册、验证原手机号、绑定新手机号、敏感操作前确认本人',
    access: everyone,
    /**
     * All but the first are for people who are signed in; changeMobile and reauthenticate send to the number that
     * they have only (empty will do).
     */
    input: sendCode.extend({
      mobile: mobileOrOwn,
      purpose: z.enum(['register', 'changeMobile', 'newMobile', 'reauthenticate']),
    }),
    output: codeSent,
    failures: codeFailures,
    perMinute: 30,
    perDay: 200,
  }),
  mobileLoginCaptcha: call({
    path: '/user-center/user/mobile/login/captcha',
    summary: '发送登录用的短信验证码',
    access: everyone,
    input: sendCode,
    output: codeSent,
    failures: codeFailures,
    perMinute: 30,
    perDay: 200,
    first: true,
  }),
  mobileRegisterLoginCaptcha: call({
    path: '/user-center/user/mobile/register-login/captcha',
    summary: '发送注册或登录合一用的短信验证码',
    access: everyone,
    input: sendCode,
    output: codeSent,
    failures: codeFailures,
    perMinute: 30,
    perDay: 200,
  }),
  loginNameUnique: call({
    path: '/user-center/user/login-name/unique-check',
    summary: '登录名是否还可用于注册',
    access: everyone,
    reads: true,
    input: z.object({ loginName: newLoginName }),
    output: checked,
    perMinute: 20,
    perDay: 300,
  }),
  loginNameExists: call({
    path: '/user-center/user/login-name/exist-check',
    summary: '登录名是否存在，须带图形验证码',
    access: everyone,
    input: z.object({ loginName: typedCode.min(1, '请输入登录名').max(60), ...captchaAnswer }),
    output: checked,
    failures: ['captchaWrong'],
    perMinute: 10,
    perDay: 100,
  }),
  mobileUnique: call({
    path: '/user-center/user/mobile/unique-check',
    summary: '手机号是否还可用于注册：只答复持有该号码的人，须带为注册而发的短信验证码；验证码仍可用于注册',
    access: everyone,
    reads: true,
    input: z.object({ mobile, smsCode: code, codeId }),
    output: checked,
    failures: ['codeWrong', 'codeSpent'],
    perMinute: 10,
    perDay: 100,
  }),
  mobileValid: call({
    path: '/user-center/user/mobile/validity-check',
    summary: '手机号格式是否有效；不透露是否注册过',
    access: everyone,
    reads: true,
    input: z.object({ mobile: z.string().max(30) }),
    output: checked,
    perMinute: 30,
  }),
  mobileCaptchaCheck: call({
    path: '/user-center/user/mobile-captcha-check',
    summary: '核对短信验证码；正确则给出一次性的凭证，供下一步使用',
    access: everyone,
    input: z.object({
      /** Empty with changeMobile: the own number. */
      mobile: mobileOrOwn,
      smsCode: code,
      codeId,
      /** Codes for registering and for a new number are given to those calls themselves. changeMobile: signed in. */
      purpose: z.enum(['changeMobile', 'resetPassword']),
    }),
    output: z.object({ ticket: z.string(), expiresIn: z.int() }),
    failures: ['codeWrong', 'codeSpent'],
    perMinute: 30,
  }),
  resetPasswordCaptchaSend: call({
    path: '/user-center/mobile/reset-password-captcha/send',
    summary: '发送重置密码用的短信验证码；未注册的号码得到同样的答复',
    access: everyone,
    input: sendCode,
    output: codeSent,
    failures: codeFailures,
    perMinute: 30,
    perDay: 200,
  }),
  resetPasswordCaptchaCheck: call({
    path: '/user-center/mobile/reset-password-captcha/check',
    summary: '核对重置密码的短信验证码；正确则给出一次性的凭证',
    access: everyone,
    input: z.object({ mobile, smsCode: code, codeId }),
    output: z.object({ ticket: z.string(), expiresIn: z.int() }),
    failures: ['codeWrong', 'codeSpent'],
    perMinute: 30,
  }),
}
