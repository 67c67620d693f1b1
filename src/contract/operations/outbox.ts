import { z } from 'zod'
import { outboxChannels } from '../../domain/operations/outbox-limits.ts'
import { outboxStatuses } from '../../domain/operations/outbox-states.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, optionalText } from '../fields.ts'

const outboxRow = z.object({
  messageId: id,
  channel: z.enum(outboxChannels),
  /** Mobile number, mail address or id of a device. */
  recipient: z.string(),
  subject: z.string(),
  /** Empty once a real provider has taken a code, or it is over. */
  text: z.string(),
  /** The verification code in the text, empty where there is none. */
  code: z.string(),
  status: z.enum(outboxStatuses),
  attempts: z.int(),
  lastError: z.string(),
  createdAt: moment,
  expiresAt: moment.nullable(),
})
export type OutboxRow = z.output<typeof outboxRow>

export const outboxCalls = {
  /** With DEMO only, else notFound: it shows other people's codes. */
  demoOutbox: call({
    path: '/demo/outbox/list',
    summary: '演示环境：最近 100 条短信、邮件和设备通知，含验证码；正式环境没有此接口',
    access: everyone,
    input: z.object({
      channel: z.enum(outboxChannels).optional(),
      /** A whole mobile number or mail address. */
      recipient: optionalText(100).optional(),
    }),
    output: z.object({ data: z.array(outboxRow) }),
    ours: true,
  }),
}
