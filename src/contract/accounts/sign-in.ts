import { z } from 'zod'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { id, text, typedCode } from '../fields.ts'
import { agreed, captchaAnswer, code, codeId, mobile, newLoginName, newPassword, signedIn } from './person.ts'

const keepLogin = z.boolean().default(false)
const registration = {
  loginName: newLoginName,
  mobile,
  smsCode: code,
  codeId,
  password: newPassword,
  agreed,
  keepLogin,
}
const registrationFailures = ['codeWrong', 'codeSpent', 'mobileUsed', 'loginNameUsed'] as const

export const signInCalls = {
  serviceId: call({
    path: '/get/serviceid',
    summary: '平台客服的用户编号',
    access: everyone,
    reads: true,
    input: z.object({}),
    output: z.object({ platformServiceId: id }),
  }),
  login: call({
    path: '/user-center/user/login',
    summary: '用登录名或手机号和密码登录；连错三次后须带图形验证码',
    access: everyone,
    input: z.object({
      loginName: typedCode.min(1, '请输入登录名或手机号').max(60, '最多 60 个字'),
      password: z.string().min(1, '请输入密码').max(128, '密码最多 128 位'),
      /** Keeps the session for 10 days; else it ends with the browser (after 24 hours on the server). */
      keepLogin,
      ...captchaAnswer,
    }),
    output: signedIn,
    /** `wrongPassword` has content { left, captchaNeeded }: tries left this hour, whether the next needs a captcha. */
    failures: [
      'secondStepNeeded',
      'accountClosing',
      'wrongPassword',
      'accountLocked',
      'tooManyGuesses',
      'captchaNeeded',
      'captchaWrong',
    ],
    perMinute: 30,
    first: true,
  }),
  logout: call({
    path: '/user-center/user/logout',
    summary: '退出登录，结束本次会话；经统一身份登录的会话另给出对方的退出地址',
    access: user,
    input: z.object({}),
    output: z.object({ ssoLogoutUrl: z.string() }),
    ours: true,
  }),
  loginByMobile: call({
    path: '/user-center/user/mobile/login',
    summary: '用手机号和短信验证码登录',
    access: everyone,
    input: z.object({ mobile, smsCode: code, codeId, keepLogin }),
    output: signedIn,
    failures: ['secondStepNeeded', 'accountClosing', 'codeWrong', 'codeSpent', 'accountLocked'],
    perMinute: 30,
    first: true,
  }),
  register: call({
    path: '/user-center/user/register',
    summary: '注册个人账号，随即登录；带邀请码则同时加入企业',
    access: everyone,
    input: z.object({ ...registration, inviteCode: typedCode.max(300).default('') }),
    output: signedIn,
    failures: [...registrationFailures, 'invitationGone', 'invitationOther', 'tooManyPeople'],
    perMinute: 20,
  }),
  registerSupplier: call({
    path: '/company/supplier/register',
    summary: '以供应商身份注册：账号与企业一同建立，随后认证、开店',
    access: everyone,
    input: z.object({ ...registration, companyName: text(60), contactName: text(20) }),
    output: signedIn,
    failures: [...registrationFailures, 'companyNameUsed'],
    perMinute: 20,
  }),
  registerLoginByMobile: call({
    path: '/user-center/user/mobile/register-login',
    summary: '用短信验证码登录，没有账号时同意协议即注册',
    access: everyone,
    input: z.object({ mobile, smsCode: code, codeId, agreed, keepLogin }),
    output: signedIn.extend({ isNew: z.boolean() }),
    failures: ['secondStepNeeded', 'accountClosing', 'codeWrong', 'codeSpent', 'accountLocked'],
    perMinute: 30,
    first: true,
  }),
  forgetPasswordByMobile: call({
    path: '/user-center/user/password/forget/mobile',
    summary: '凭核对过的凭证设新密码，结束该账号的所有会话',
    access: everyone,
    input: z.object({ mobile, ticket: z.string().min(1).max(100), password: newPassword }),
    output: z.object({ loginName: z.string() }),
    failures: ['ticketSpent', 'accountLocked'],
    perMinute: 20,
  }),
  unAwareLoginKey: call({
    path: '/fmall/company/getUnAwareLoginKey',
    summary: '统一身份登录（刷脸免登）：给出签名的状态与前往对方的地址',
    access: everyone,
    input: z.object({ redirect: z.string().max(2000).default('') }),
    output: z.object({ key: z.string(), url: z.string() }),
    failures: ['ssoOff', 'ssoAway'],
    perMinute: 30,
    first: true,
  }),
  ssoLogin: call({
    path: '/user-center/user/sso/login',
    summary: '从统一身份登录回来：核对状态与回执，登录；首次到来者建立账号',
    access: everyone,
    input: z.object({
      /** The query of the address to which the person came back, whole. */
      query: z.string().max(4000),
    }),
    /** `redirect` is a path of this site. */
    output: signedIn.extend({ redirect: z.string() }),
    failures: ['secondStepNeeded', 'accountClosing', 'ssoOff', 'ssoAway', 'ssoRefused', 'accountLocked'],
    perMinute: 30,
    ours: true,
    first: true,
  }),
  /** Which ways of signing in this installation offers. */
  signInWays: call({
    path: '/user-center/user/sign-in-ways',
    summary: '本站开通的登录方式',
    access: everyone,
    reads: true,
    input: z.object({}),
    output: z.object({ sms: z.boolean(), sso: z.object({ name: z.string() }).nullable() }),
    ours: true,
    first: true,
  }),
}
