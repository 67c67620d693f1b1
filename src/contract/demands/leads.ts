import { z } from 'zod'
import { leadEvents, leadNoteError, leadStatuses } from '../../domain/demands/lead-states.ts'
import { everyone, operator } from '../access.ts'
import { mobile } from '../accounts/person.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'

/** A lead as shown to operators. */
const lead = z.object({
  needId: id,
  contact: z.string(),
  mobile: z.string(),
  text: z.string(),
  /** Empty if none was chosen. */
  categoryName: z.string(),
  status: z.enum(leadStatuses),
  /** Operator who took it; empty before. */
  handlerName: z.string(),
  /** Whether the caller took it. */
  mine: z.boolean(),
  /** Result, or reason for closing. */
  note: z.string(),
  createdAt: moment,
  updatedAt: moment,
})
export type Lead = z.output<typeof lead>

export const leadsCalls = {
  /** The first lead from an IP address needs no captcha. Duplicates of a number within a day are saved once. */
  leadCreate: call({
    path: '/fmall/need/insert',
    summary: '留下电话与需要，平台回电并代为寻找供应商；无需登录',
    access: everyone,
    input: z.object({
      contact: optionalText(20).default(''),
      mobile,
      text: text(500),
      categoryId: id.nullable().default(null),
      captchaId: z.string().max(60).default(''),
      captcha: z.string().max(10).default(''),
    }),
    output: z.object({}),
    failures: ['captchaNeeded', 'captchaWrong', 'needsUsedUp'],
    perMinute: 6,
    perDay: 40,
  }),
  leads: call({
    path: '/fmall/need/list-page',
    summary: '访客留下的需要，待联系的先留下的在前，其余后变动的在前',
    access: operator('receive'),
    reads: true,
    input: z.object({ status: z.enum(leadStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(lead).extend({ counts: z.partialRecord(z.enum(leadStatuses), z.int()) }),
    ours: true,
  }),
  /** Only the operator who took a lead can finish or close it; any operator can release it. */
  leadStep: call({
    path: '/fmall/need/step',
    summary: '接手、完成、关闭、放回一条访客的需要；完成与关闭须写明结果',
    access: operator('receive'),
    input: z
      .object({ needId: id, event: z.enum(leadEvents), note: optionalText(500).default('') })
      .refine(({ event, note }) => leadNoteError(event, note) === null, {
        path: ['note'],
        message: '请写明联系的结果',
      }),
    output: z.object({ status: z.enum(leadStatuses) }),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '处理访客的需要',
  }),
}
