import { z } from 'zod'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { moment, typedCode } from '../fields.ts'
import { totpPattern } from '../../domain/accounts/two-factor.ts'
import { signedIn } from './person.ts'

const totp = typedCode.regex(totpPattern, '请输入验证器上的 6 位数字')
/** What an authenticator shows, or one of the recovery codes. */
const secondCode = typedCode.min(6, '请输入 6 位动态码，或一个恢复码').max(20, '请输入 6 位动态码，或一个恢复码')
/** Ten of them, each good once; shown this once. */
const recoveryCodes = z.array(z.string())

export const twoFactorCalls = {
  twoFactor: call({
    path: '/user-center/user/two-factor/state',
    summary: '自己账号的两步验证：是否开启，还剩几个恢复码',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      /** null = off. */
      since: moment.nullable(),
      codesLeft: z.int(),
      /** An operator outside of the demo: may not be without. */
      required: z.boolean(),
    }),
    ours: true,
  }),
  twoFactorBegin: call({
    path: '/user-center/user/two-factor/begin',
    summary: '开启两步验证的第一步：给出新的密钥，须先确认本人（reauthenticate）',
    access: user,
    input: z.object({}),
    /** Base32 for typing, and the address that an authenticator reads from the QR code. */
    output: z.object({ secret: z.string(), uri: z.string() }),
    failures: ['reauthNeeded', 'twoFactorOn'],
    perMinute: 20,
    ours: true,
  }),
  twoFactorConfirm: call({
    path: '/user-center/user/two-factor/confirm',
    summary: '开启两步验证的第二步：验证器上的一个动态码；给出恢复码，结束其他会话',
    access: user,
    input: z.object({ code: totp }),
    output: z.object({ recoveryCodes }),
    failures: ['reauthNeeded', 'twoFactorOn', 'stepNotAllowed', 'codeWrong'],
    perMinute: 10,
    ours: true,
    logs: '开启两步验证',
  }),
  twoFactorRemove: call({
    path: '/user-center/user/two-factor/remove',
    summary: '关闭两步验证：先确认本人（reauthenticate），并给出动态码或恢复码；平台运营人员不能关闭',
    access: user,
    input: z.object({ code: secondCode }),
    output: z.object({}),
    failures: ['reauthNeeded', 'twoFactorKept', 'stepNotAllowed', 'codeWrong', 'codeSpent'],
    perMinute: 10,
    ours: true,
    logs: '关闭两步验证',
  }),
  recoveryCodesRenew: call({
    path: '/user-center/user/two-factor/recovery-codes/renew',
    summary: '换一组恢复码，旧的作废：先确认本人（reauthenticate），并给出动态码或恢复码',
    access: user,
    input: z.object({ code: secondCode }),
    output: z.object({ recoveryCodes }),
    failures: ['reauthNeeded', 'stepNotAllowed', 'codeWrong', 'codeSpent'],
    perMinute: 10,
    ours: true,
    logs: '更换恢复码',
  }),
  confirmSecondStep: call({
    path: '/user-center/user/second-step/confirm',
    summary: '登录的第二步：凭第一步给出的凭证与动态码或恢复码登录',
    access: everyone,
    input: z.object({ ticket: z.string().min(1).max(100), code: secondCode }),
    output: signedIn,
    failures: ['ticketSpent', 'codeWrong', 'codeSpent', 'accountLocked'],
    perMinute: 30,
    ours: true,
  }),
}
