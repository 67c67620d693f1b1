import { z } from 'zod'
import { classFigures, classKinds, classStatuses, classTopics } from '../../domain/live/classes.ts'
import { operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { count, id, keyword, listOf, momentInput, optionalText, paging, text } from '../fields.ts'
import { waitingChange } from '../state.ts'
import { classRow } from './classes.ts'

const access = seller('meeting')

/** Class content entered by the host. */
export const classForm = z.object({
  kind: z.enum(classKinds, { error: '请选择类型' }),
  topics: z.array(z.enum(classTopics)).min(1, '请选择分类').max(2, '最多选两个分类'),
  title: text(40),
  summary: text(200),
  outline: optionalText(1000),
  speaker: text(20),
  speakerTitle: text(40),
  speakerAbout: optionalText(300),
  figure: z.enum(classFigures, { error: '请选择封面' }),
  startsAt: momentInput,
  endsAt: momentInput,
  capacity: z.int('请填写整数').min(0).max(100_000, '最多 100,000 人'),
  replay: z.boolean(),
})

/** Fields entered by the host: those of the schedule, and the others. */
const publicFields = {
  ...({ kind: true, topics: true, title: true, summary: true, figure: true, capacity: true } as const),
  ...({ speaker: true, speakerTitle: true, startsAt: true, endsAt: true } as const),
} as const
const detailFields = { outline: z.string(), speakerAbout: z.string(), replay: z.boolean() }

const hostedRow = classRow.extend({
  status: z.enum(classStatuses),
  reason: z.string(),
  /** Version for optimistic locking; sent with an update. */
  version: z.int(),
  ...detailFields,
  /** Folder on the streaming host to publish to. */
  stream: z.string(),
  /** Number of visible unanswered questions. */
  openQuestions: z.int(),
  /** Pending or rejected change of a published class: its full content. */
  change: classRow
    .pick(publicFields)
    .extend({ ...detailFields, ...waitingChange.shape })
    .nullable(),
})
export type HostedClass = z.output<typeof hostedRow>

const counts = z.partialRecord(z.enum(classStatuses), z.int())
const saved = z.object({
  classId: id,
  status: z.enum(classStatuses),
  version: z.int(),
  /** Whether a change of the published class waits for review. */
  changeWaits: z.boolean(),
})

/** Calls beyond the specification: classes hosted by a shop, and their review. */
export const hostingCalls = {
  hostedClasses: call({
    path: '/live/host/list',
    ours: true,
    summary: '本店的课程，开课晚的在前',
    access,
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default(''), status: z.enum(classStatuses).optional() }),
    output: listOf(hostedRow).extend({ counts }),
  }),
  classSave: call({
    path: '/live/host/save',
    ours: true,
    summary: '发布一门课程；平台开启人工审核时先待审核',
    access,
    input: classForm,
    output: saved,
    failures: ['tooManyClasses', 'notCertified'],
    idempotent: true,
    perMinute: 20,
    logs: '发布直播课程',
  }),
  classUpdate: call({
    path: '/live/host/update',
    ours: true,
    summary: '修改一门未开始的课程；平台开启人工审核时已发布的课程在修改通过后更新，改了时间届时通知已预约的人',
    access,
    input: classForm.extend({ classId: id, version: count }),
    output: saved,
    failures: ['classBegan', 'conflict', 'stepNotAllowed', 'seatsBelowBooked'],
    logs: '修改直播课程',
    perMinute: 20,
    perDay: 200,
  }),
  classChangeDelete: call({
    path: '/live/host/change/drop',
    ours: true,
    summary: '撤回已发布课程的修改：待审核或未通过的修改作废，公开内容不变',
    access,
    input: z.object({ classId: id }),
    output: saved,
    failures: ['classBegan'],
    logs: '撤回课程修改',
  }),
  classCancel: call({
    path: '/live/host/cancel',
    ours: true,
    summary: '取消一门未开始的课程，并通知已预约的人；待审核的修改随之作废',
    access,
    input: z.object({ classId: id, reason: text(100) }),
    output: saved,
    failures: ['classBegan', 'stepNotAllowed'],
    logs: '取消直播课程',
  }),
  classReviews: call({
    path: '/live/review/list',
    ours: true,
    summary: '全部课程：待审核的在前，其中先提交的在前；有修改待审核的已发布课程也算待审核',
    access: operator('review'),
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default(''), status: z.enum(classStatuses).optional() }),
    output: listOf(hostedRow).extend({ counts }),
  }),
  classReview: call({
    path: '/live/review/verdict',
    ours: true,
    summary: '审核课程，或已发布课程的修改；驳回须写明原因，驳回修改则公开内容不变',
    access: operator('review'),
    input: z
      .object({
        classId: id,
        /** Version the operator reviewed; an outdated one returns conflict. */
        version: count,
        event: z.enum(['pass', 'reject']),
        reason: optionalText(200).default(''),
      })
      .refine(({ event, reason }) => event === 'pass' || reason !== '', {
        path: ['reason'],
        message: '请写明原因，主讲方将看到',
      }),
    output: saved,
    failures: ['stepNotAllowed', 'conflict', 'classBegan', 'classTimePast', 'seatsBelowBooked'],
    logs: '审核直播课程',
  }),
  classFeature: call({
    path: '/live/review/feature',
    ours: true,
    summary: '把一场未结束的项目路演放上推荐位，或取下',
    access: operator('edit'),
    input: z.object({ classId: id, on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
    failures: ['featureRefused'],
    logs: '推荐项目路演',
  }),
}
