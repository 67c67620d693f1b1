import { z } from 'zod'
import { closingObstacles } from '../../domain/accounts/closing.ts'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { moment } from '../fields.ts'
import { codeSent } from './verification.ts'
import { captchaAnswer, code } from './person.ts'

const way = z.enum(['sms', 'mail'])

/** Rights of a person over their data: a copy, closing the account, and the versions of agreements they accepted. */
export const personalDataCalls = {
  agreements: call({
    path: '/user-center/user/agreement/list',
    summary: '自己同意过的用户协议与隐私政策：版本、时间，以及是否有新版本待确认',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.object({
      /** Version in force. */
      version: z.string(),
      /** Whether the person has not accepted the version in force. */
      isOutdated: z.boolean(),
      accepted: z.array(
        z.object({ version: z.string(), occasion: z.enum(['register', 'sso', 'renewal']), createdAt: moment }),
      ),
    }),
    ours: true,
  }),
  agreementAccept: call({
    path: '/user-center/user/agreement/accept',
    summary: '同意现行版本的用户协议与隐私政策',
    access: user,
    input: z.object({ version: z.string().max(20) }),
    output: z.object({}),
    failures: ['agreementNewer'],
    perMinute: 20,
    ours: true,
    logs: '同意用户协议与隐私政策',
  }),
  dataExport: call({
    path: '/user-center/user/data-export/state',
    summary: '最近一次个人信息副本的状态；生成后 7 天内可下载',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      /** null = none was asked for, or it has expired. */
      copy: z
        .object({
          status: z.enum(['waiting', 'ready', 'failed']),
          createdAt: moment,
          /** Only when ready. */
          url: z.string(),
          size: z.int(),
          expiresAt: moment.nullable(),
        })
        .nullable(),
    }),
    ours: true,
  }),
  dataExportRequest: call({
    path: '/user-center/user/data-export/request',
    summary: '申请个人信息副本，须先确认本人（reauthenticate）；生成后通知本人',
    access: user,
    input: z.object({}),
    output: z.object({}),
    failures: ['reauthNeeded', 'exportWaiting', 'exportsUsedUp'],
    perMinute: 20,
    ours: true,
    logs: '申请个人信息副本',
  }),
  accountClosing: call({
    path: '/user-center/user/closing/state',
    summary: '注销账号的条件：不能注销的原因，以及可用的验证方式',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      obstacles: z.array(z.object({ kind: z.enum(closingObstacles), text: z.string(), count: z.int() })),
      /** Ways to get the code, with the masked number and address. */
      ways: z.array(z.object({ way, target: z.string() })),
    }),
    ours: true,
  }),
  closingCodeSend: call({
    path: '/user-center/user/closing/captcha',
    summary: '发送注销账号用的验证码：短信至绑定的手机号，或邮件至绑定的邮箱',
    access: user,
    input: z.object({ way, ...captchaAnswer }),
    output: codeSent,
    failures: ['captchaWrong', 'codeTooSoon', 'codesUsedUp'],
    perMinute: 30,
    perDay: 200,
    ours: true,
  }),
  accountClose: call({
    path: '/user-center/user/closing/start',
    summary: '注销账号：所有登录立即退出，七天内可登录撤销，之后不可恢复',
    access: user,
    input: z.object({ way, code }),
    /** When the account is closed for good. */
    output: z.object({ dueAt: moment }),
    failures: ['closingObstructed', 'codeWrong', 'codeSpent'],
    perMinute: 20,
    ours: true,
    logs: '申请注销账号',
  }),
  accountReturn: call({
    path: '/user-center/user/closing/withdraw',
    summary: '撤销注销：凭登录时给出的凭证；之后重新登录',
    access: everyone,
    input: z.object({ ticket: z.string().max(100) }),
    output: z.object({}),
    failures: ['ticketSpent'],
    perMinute: 20,
    ours: true,
  }),
}
