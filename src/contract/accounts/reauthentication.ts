import { z } from 'zod'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { moment } from '../fields.ts'
import { codePattern } from '../../domain/accounts/identity-rules.ts'

/** Content of the failure `reauthNeeded`: available methods and the masked mobile number. */
export const reauthenticationWays = z.object({ ways: z.array(z.enum(['password', 'code'])), mobile: z.string() })
export type ReauthenticationWays = z.output<typeof reauthenticationWays>

export const reauthenticationCalls = {
  reauthenticate: call({
    path: '/user-center/user/reauthenticate',
    summary: '敏感操作前确认本人：登录密码，或绑定手机号的验证码（用途 reauthenticate）；本次会话 10 分钟内有效',
    access: user,
    input: z.object({
      /** One of both. */
      password: z.string().max(128).default(''),
      smsCode: z
        .union([z.literal(''), z.string().trim().regex(codePattern)], { error: '请输入 6 位数字验证码' })
        .default(''),
    }),
    /** End of the period in which this session counts as reauthenticated. */
    output: z.object({ until: moment }),
    failures: ['wrongPassword', 'tooManyGuesses', 'codeWrong', 'codeSpent'],
    perMinute: 20,
    ours: true,
    logs: '确认本人身份',
  }),
}
