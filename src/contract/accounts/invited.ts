import { z } from 'zod'
import { loginNameRule } from '../../domain/accounts/identity-rules.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { moment } from '../fields.ts'
import { code, codeId, newLoginName, newPassword, passwordLengthRule, signedIn } from './person.ts'
import { codeSent } from './verification.ts'

/** From the link that went to the invited number. */
const token = z.string().min(1).max(100)

/**
 * Answers to a sub-account invitation. The link shows the invitation; whether the number has an account, and obstacles,
 * are revealed only after the SMS code.
 */
export const invitedCalls = {
  invitation: call({
    path: '/user-center/organization/invitation/detail',
    summary: '短信邀请的内容：哪家企业、谁、邀请什么角色',
    access: everyone,
    reads: true,
    input: z.object({ token }),
    output: z.object({
      companyName: z.string(),
      invitedBy: z.string(),
      roles: z.array(z.string()),
      /** As the company wrote it. */
      realName: z.string(),
      /** Masked. */
      mobile: z.string(),
      expiresAt: moment,
    }),
    failures: ['invitationGone'],
    perMinute: 30,
    ours: true,
  }),
  invitationCodeSend: call({
    path: '/user-center/organization/invitation/captcha/send',
    summary: '向被邀请的手机号发送验证码；链接只有该号码收到过，无须图形验证码',
    access: everyone,
    input: z.object({ token }),
    output: codeSent,
    failures: ['invitationGone', 'codeTooSoon', 'codesUsedUp'],
    perMinute: 30,
    perDay: 200,
    ours: true,
  }),
  invitationCodeCheck: call({
    path: '/user-center/organization/invitation/captcha/check',
    summary: '核对验证码：正确则给出一次性的凭证，并说明该号码是否已有账号、能否加入',
    access: everyone,
    input: z.object({ token, smsCode: code, codeId }),
    /** `loginName` of the account that the number has; empty = none, to be made with the acceptance. */
    output: z.object({ ticket: z.string(), expiresIn: z.int(), loginName: z.string() }),
    failures: ['invitationGone', 'codeWrong', 'codeSpent', 'inCompany', 'accountLocked'],
    perMinute: 30,
    ours: true,
  }),
  invitationAccept: call({
    path: '/user-center/organization/invitation/accept',
    summary: '凭核对过的凭证接受邀请：没有账号的同时建立账号，随即加入企业并登录',
    access: everyone,
    input: z.object({
      token,
      ticket: z.string().min(1).max(100),
      /** These three fields only if the number has no account. */
      loginName: z.union([z.literal(''), newLoginName], { error: loginNameRule }).default(''),
      password: z.union([z.literal(''), newPassword], { error: passwordLengthRule }).default(''),
      agreed: z.boolean().default(false),
      keepLogin: z.boolean().default(false),
    }),
    output: signedIn,
    /** `secondStepNeeded`: the person has joined, and is signed in by `confirmSecondStep`. */
    failures: [
      'secondStepNeeded',
      'invitationGone',
      'ticketSpent',
      'inCompany',
      'accountLocked',
      'loginNameUsed',
      'mobileUsed',
      'tooManyPeople',
    ],
    perMinute: 20,
    ours: true,
  }),
  invitationDecline: call({
    path: '/user-center/organization/invitation/decline',
    summary: '拒绝短信邀请，链接随即失效',
    access: everyone,
    input: z.object({ token }),
    output: z.object({}),
    failures: ['invitationGone'],
    perMinute: 20,
    ours: true,
  }),
}
