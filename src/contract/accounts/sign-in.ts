import { z } from 'zod'
import { everyone, user } from '../access.ts'
import { call, notBuilt } from '../call.ts'
import { id } from '../fields.ts'

/** The person who is signed in, as stores keep it: specification section 3, "User session". */
export const userInfo = z.object({
  userId: id,
  loginName: z.string(),
  realName: z.string(),
  avatar: z.string(),
  /** Always empty: the field exists because clients of the specification clear it. */
  loginPassword: z.literal(''),
  /** Permission codes joined by commas. */
  resources: z.string(),
  companyId: id.nullable(),
  companyName: z.string(),
  shopId: id.nullable(),
  isSaler: z.boolean(),
  isService: z.boolean(),
})
export type UserInfo = z.output<typeof userInfo>

export const signInCalls = {
  serviceId: call({
    path: '/get/serviceid',
    summary: '平台客服的用户编号',
    access: everyone,
    input: z.object({}),
    output: z.object({ platformServiceId: id }),
  }),
  login: call({
    path: '/user-center/user/login',
    summary: '用登录名或手机号和密码登录',
    access: everyone,
    input: z.object({
      loginName: z.string().trim().min(1, '请输入登录名或手机号').max(60, '最多 60 个字'),
      password: z.string().min(1, '请输入密码').max(128, '密码最多 128 位'),
      /** Keeps the session for 10 days; else it ends with the browser (after 24 hours on the server). */
      keepLogin: z.boolean().default(false),
    }),
    output: z.object({ token: z.string(), userInfo }),
    failures: ['wrongPassword', 'accountLocked', 'tooManyGuesses'],
    perMinute: 30,
  }),
  logout: call({
    path: '/user-center/user/logout',
    summary: '退出登录，结束本次会话',
    access: user,
    input: z.object({}),
    output: z.object({}),
    ours: true,
  }),
  loginByMobile: notBuilt('/user-center/user/mobile/login', everyone),
  register: notBuilt('/user-center/user/register', everyone),
  registerSupplier: notBuilt('/company/supplier/register', everyone),
  loginCaptcha: notBuilt('/user-center/user/login/captcha', everyone),
  smsCaptcha: notBuilt('/message/sms/mobile/captcha', everyone),
  mobileLoginCaptcha: notBuilt('/user-center/user/mobile/login/captcha', everyone),
  mobileRegisterLoginCaptcha: notBuilt('/user-center/user/mobile/register-login/captcha', everyone),
  loginNameUnique: notBuilt('/user-center/user/login-name/unique-check', everyone),
  loginNameExists: notBuilt('/user-center/user/login-name/exist-check', everyone),
  mobileUnique: notBuilt('/user-center/user/mobile/unique-check', everyone),
  forgetPasswordByMobile: notBuilt('/user-center/user/password/forget/mobile', everyone),
  mobileValid: notBuilt('/user-center/user/mobile/validity-check', everyone),
  registerLoginByMobile: notBuilt('/user-center/user/mobile/register-login', everyone),
  mobileCaptchaCheck: notBuilt('/user-center/user/mobile-captcha-check', everyone),
  resetPasswordCaptchaSend: notBuilt('/user-center/mobile/reset-password-captcha/send', everyone),
  resetPasswordCaptchaCheck: notBuilt('/user-center/mobile/reset-password-captcha/check', everyone),
  unAwareLoginKey: notBuilt('/fmall/company/getUnAwareLoginKey', everyone),
}
