import { z } from 'zod'
import { needEvents, needNoteFault, needStatuses } from '../../domain/demands/need-states.ts'
import { everyone, operator } from '../access.ts'
import { mobile } from '../accounts/person.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'

/** What a visitor left with a phone number, as operators see it. */
const need = z.object({
  needId: id,
  contact: z.string(),
  mobile: z.string(),
  text: z.string(),
  /** Empty where none was chosen. */
  categoryName: z.string(),
  status: z.enum(needStatuses),
  /** Operator who took it; empty before. */
  handlerName: z.string(),
  /** Whether the caller took it. */
  mine: z.boolean(),
  /** What came of it, or why it was closed. */
  note: z.string(),
  createdAt: moment,
  updatedAt: moment,
})
export type Need = z.output<typeof need>

export const needsCalls = {
  /** The first one from an address needs no captcha. The same wish of a number within a day is kept once. */
  needInsert: call({
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
  needs: call({
    path: '/fmall/need/list-page',
    summary: '访客留下的需要，待联系的先留下的在前，其余后变动的在前',
    access: operator,
    input: z.object({ status: z.enum(needStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(need).extend({ counts: z.partialRecord(z.enum(needStatuses), z.int()) }),
    ours: true,
  }),
  /** Only who took it finishes or closes it; anybody gives it back, so that nothing hangs on one person. */
  needStep: call({
    path: '/fmall/need/step',
    summary: '接手、完成、关闭、放回一条访客的需要；完成与关闭须写明结果',
    access: operator,
    input: z
      .object({ needId: id, event: z.enum(needEvents), note: optionalText(500).default('') })
      .refine(({ event, note }) => needNoteFault(event, note) === null, {
        path: ['note'],
        message: '请写明联系的结果',
      }),
    output: z.object({ status: z.enum(needStatuses) }),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '处理访客的需要',
  }),
}
