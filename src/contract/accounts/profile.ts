import { z } from 'zod'
import { company, user } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, listOf, moment, optionalText, paging } from '../fields.ts'
import { captchaAnswer, code, email, mobile, newPassword, userInfo } from './person.ts'
import { codeSent } from './verification.ts'

/** A session in the list of the security page. */
const sessionRow = z.object({
  sessionId: id,
  /** 电脑 Chrome, 手机 Safari, 小程序 … read from the user agent. */
  device: z.string(),
  ip: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
  /** The session of the caller. */
  current: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

/** One line of the operation log. */
const operationLog = z.object({
  id,
  userId: id,
  /** Real name, else login name. */
  userName: z.string(),
  action: z.string(),
  detail: z.string(),
  ip: z.string(),
  device: z.string(),
  at: moment,
})
export type OperationLog = z.output<typeof operationLog>

export const profileCalls = {
  profile: call({
    path: '/user-center/user/profile',
    summary: '当前登录的用户',
    access: user,
    reads: true,
    input: z.object({}),
    output: userInfo.extend({
      /** Masked: 138****2046; empty = none. */
      mobile: z.string(),
      email: z.string(),
      jobTitle: z.string(),
      hasPassword: z.boolean(),
      passwordChangedAt: moment.nullable(),
      isOwner: z.boolean(),
      /** Names of the roles in the company. */
      roles: z.array(z.string()),
      createdAt: moment,
    }),
  }),
  profileUpdate: call({
    path: '/user-center/user/profile/update',
    summary: '修改姓名、职务与头像；不给的项保持不变',
    access: user,
    input: z.object({
      realName: optionalText(20).optional(),
      jobTitle: optionalText(30).optional(),
      /** Id of an uploaded file of purpose avatar; empty = the default avatar. */
      avatarFileId: z.string().max(64).optional(),
    }),
    output: userInfo,
    logs: '修改个人资料',
  }),
  mobileReset: call({
    path: '/user-center/user/mobile/reset',
    summary: '更换手机号：先确认本人（reauthenticate，或随请求给出密码或原手机号的凭证），再验证新号码',
    access: user,
    input: z.object({
      password: z.string().max(128).default(''),
      /** Proof from mobileCaptchaCheck with purpose changeMobile. */
      ticket: z.string().max(100).default(''),
      newMobile: mobile,
      smsCode: code,
    }),
    output: z.object({ mobile: z.string() }),
    failures: [
      'reauthNeeded',
      'wrongPassword',
      'tooManyGuesses',
      'ticketSpent',
      'codeWrong',
      'codeSpent',
      'mobileUsed',
    ],
    perMinute: 20,
    logs: '更换手机号',
  }),
  passwordReset: call({
    path: '/user-center/user/password/reset',
    summary: '修改密码，结束其他会话；没有密码的账号凭手机验证码凭证首次设置',
    access: user,
    input: z.object({
      oldPassword: z.string().max(128).default(''),
      /** Proof from mobileCaptchaCheck with purpose changeMobile, where no password was set. */
      ticket: z.string().max(100).default(''),
      newPassword,
    }),
    /** How many other sessions were ended. */
    output: z.object({ ended: z.int() }),
    failures: ['wrongPassword', 'tooManyGuesses', 'ticketSpent'],
    perMinute: 20,
    perDay: 50,
    logs: '修改密码',
  }),
  emailCaptchaSend: call({
    path: '/user-center/email/captcha/send',
    summary: '向要绑定的邮箱发送验证码',
    access: user,
    input: z.object({ email, ...captchaAnswer }),
    output: codeSent,
    failures: ['captchaWrong', 'codeTooSoon', 'codesUsedUp'],
    perMinute: 20,
  }),
  emailBind: call({
    path: '/user-center/email/bind',
    summary: '绑定或更换邮箱，须先确认本人（reauthenticate）',
    access: user,
    input: z.object({ email, emailCode: code }),
    output: z.object({ email: z.string() }),
    failures: ['reauthNeeded', 'codeWrong', 'codeSpent', 'emailUsed'],
    perMinute: 20,
    logs: '绑定邮箱',
  }),
  operationLogs: call({
    path: '/system/operation-log/frontend/list-page',
    summary: '企业的操作日志，新的在前',
    access: company('work_log'),
    reads: true,
    input: z.object({
      ...paging,
      userId: id.optional(),
      keyword: z.string().trim().max(30).default(''),
      /** Days in Shanghai, both included. */
      from: dayInput.optional(),
      until: dayInput.optional(),
    }),
    output: listOf(operationLog),
  }),
  ownOperations: call({
    path: '/user-center/user/operation-log/list-page',
    summary: '自己账号的安全记录：登录、密码、手机号与邮箱的变化',
    access: user,
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(operationLog),
    ours: true,
  }),
  sessions: call({
    path: '/user-center/user/session/list',
    summary: '自己登录着的地方',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.array(sessionRow),
    ours: true,
  }),
  sessionEnd: call({
    path: '/user-center/user/session/end',
    summary: '让自己的一处登录退出；不给编号则退出本处以外的全部',
    access: user,
    input: z.object({ sessionId: id.optional() }),
    output: z.object({ ended: z.int() }),
    ours: true,
    logs: '退出其他登录',
  }),
}
