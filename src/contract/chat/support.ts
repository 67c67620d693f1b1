import { z } from 'zod'
import {
  caseEvents,
  supportLists,
  maxCannedLength,
  maxCannedTitleLength,
  maxNoteLength,
  maxRatingLength,
} from '../../domain/chat/support.ts'
import { operator, service, user } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { conversationEntry } from './shapes.ts'

/** A support case. */
export const supportCase = z.object({
  caseId: id,
  /** The conversation as the agents see it. */
  entry: conversationEntry,
  /** null = nobody has taken it. */
  agentId: id.nullable(),
  agentName: z.string(),
  openedAt: moment,
  /** Time of the first unanswered message of the visitor; null = none. */
  waitingSince: moment.nullable(),
  answeredAt: moment.nullable(),
  closedAt: moment.nullable(),
  /** Rating from 1 to 5 and its comment, once given. */
  score: z.int().nullable(),
  words: z.string(),
})
export type SupportCase = z.output<typeof supportCase>

const caseEvent = z.object({
  id,
  event: z.enum(caseEvents),
  /** Who did it; empty for the visitor. */
  by: z.string(),
  /** To whom it was handed; else empty. */
  to: z.string(),
  note: z.string(),
  at: moment,
})
export type SupportCaseEvent = z.output<typeof caseEvent>

/** Seconds until the first answer, of the cases first answered in a period; null without any. */
const waits = z.object({ answered: z.int(), median: z.number().nullable(), p90: z.number().nullable() })

const statistics = z.object({
  /** Cases with unanswered messages. */
  waiting: z.int(),
  /** When the visitor who waits longest began to; null = nobody waits. */
  waitingSince: moment.nullable(),
  /** Today, Asia/Shanghai. */
  today: waits,
  /** The last seven days, with today. */
  week: waits,
  /** Average of the last 30 days' ratings, two decimals; null without any. */
  satisfaction: z.number().nullable(),
  ratings: z.int(),
})
export type SupportStatistics = z.output<typeof statistics>

/** Cases of the last seven days, with today, by the agent who has or last had them. */
const agentFigures = z.object({
  userId: id,
  name: z.string(),
  present: z.boolean(),
  /** Open cases now. */
  open: z.int(),
  answered: z.int(),
  /** Median seconds until the first answer; null without any. */
  median: z.number().nullable(),
  /** Ratings and their average, two decimals; null without any. */
  ratings: z.int(),
  satisfaction: z.number().nullable(),
})
export type AgentFigures = z.output<typeof agentFigures>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请填写时间，如 09:30')
const cannedAnswer = z.object({ answerId: id, title: z.string(), text: z.string() })
export type CannedAnswer = z.output<typeof cannedAnswer>

const ofCase = { caseId: id }
/** Result of an action on a case. */
const done = z.object({ caseId: id })

export const supportCalls = {
  supportCases: call({
    path: '/message/service/case/list-page',
    summary: '客服工作台：来访会话，等待最久的在前；附各类数量与指标',
    access: service,
    reads: true,
    viewing: 'closed',
    input: z.object({ ...paging, list: z.enum(supportLists).default('open') }),
    output: listOf(supportCase).extend({
      /** Of the three open lists. */
      counts: z.object({ waiting: z.int(), mine: z.int(), open: z.int() }),
      statistics,
    }),
    ours: true,
  }),
  supportCase: call({
    path: '/message/service/case/detail',
    summary: '一个会话最近的来访与客服之间的记录；从未来访则为空',
    access: service,
    reads: true,
    viewing: 'closed',
    input: z.object({ conversationId: id }),
    /** The newest 50 events of this and earlier visits, the newest first. */
    output: z.object({ case: supportCase.nullable(), events: z.array(caseEvent) }),
    ours: true,
  }),
  supportAgents: call({
    path: '/message/service/agent/list',
    summary: '客服：是否在线、正在接待多少',
    access: service,
    reads: true,
    input: z.object({}),
    output: z.array(z.object({ userId: id, name: z.string(), present: z.boolean(), open: z.int() })),
    ours: true,
  }),
  supportCaseTake: call({
    path: '/message/service/case/take',
    summary: '接待一位访客；from 是所看到的接待人，已被他人接待则拒绝',
    access: service,
    input: z.object({ ...ofCase, from: id.nullable() }),
    output: done,
    failures: ['caseTaken', 'caseClosed'],
    ours: true,
  }),
  supportCaseHandOver: call({
    path: '/message/service/case/hand-over',
    summary: '转接给另一位客服，或退回待接待；备注只有客服可见',
    access: service,
    input: z.object({ ...ofCase, to: id.nullable(), note: optionalText(maxNoteLength).default('') }),
    output: done,
    failures: ['caseTaken', 'caseClosed'],
    ours: true,
  }),
  supportCaseClose: call({
    path: '/message/service/case/close',
    summary: '结束接待，并请访客评价；重复结束不起作用',
    access: service,
    input: z.object(ofCase),
    output: done,
    failures: ['caseTaken'],
    ours: true,
  }),
  rateService: call({
    path: '/message/service/case/rate',
    summary: '访客评价一次已结束的客服，每次一回',
    access: user,
    input: z.object({
      ...ofCase,
      score: z.int('请选择评分').min(1, '请选择评分').max(5),
      words: optionalText(maxRatingLength).default(''),
    }),
    output: z.object({ score: z.int() }),
    failures: ['caseRated'],
    ours: true,
    perMinute: 20,
  }),
  cannedAnswers: call({
    path: '/message/service/canned/list',
    summary: '平台客服的常用答复',
    access: service,
    reads: true,
    input: z.object({}),
    output: z.array(cannedAnswer),
    ours: true,
  }),
  cannedAnswerSave: call({
    path: '/message/service/canned/save',
    summary: '新增或修改一条常用答复',
    access: service,
    input: z.object({ answerId: id.optional(), title: text(maxCannedTitleLength), text: text(maxCannedLength) }),
    output: z.object({ answerId: id }),
    failures: ['cannedFull'],
    idempotent: true,
    ours: true,
  }),
  cannedAnswerRemove: call({
    path: '/message/service/canned/delete',
    summary: '删除一条常用答复；已经没有的不起作用',
    access: service,
    input: z.object({ answerId: id }),
    output: z.literal(true),
    ours: true,
  }),
  serviceHours: call({
    path: '/message/service/hours',
    summary: '平台客服的工作时间，以及现在是否有人应答',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.object({
      days: z.array(z.int()),
      answersFrom: z.string(),
      answersUntil: z.string(),
      awayReply: z.string(),
      staffed: z.boolean(),
    }),
    ours: true,
  }),
  supportFigures: call({
    path: '/ops/service/figures',
    summary: '平台客服的等待与首次答复时间、满意度，及每位客服的接待量',
    access: operator('receive'),
    reads: true,
    input: z.object({}),
    /** At most 100 agents, those with the most answered cases first. */
    output: z.object({ statistics, agents: z.array(agentFigures) }),
    ours: true,
  }),
  serviceHoursSave: call({
    path: '/message/service/hours/save',
    summary: '设置平台客服的工作时间与非工作时间的自动回复',
    access: operator('receive'),
    input: z
      .object({
        /** 1 Monday to 7 Sunday. */
        days: z.array(z.int().min(1).max(7)).min(1, '请至少选择一天').max(7),
        answersFrom: clock,
        answersUntil: clock,
        awayReply: text(500),
      })
      .refine(({ answersFrom, answersUntil }) => answersFrom < answersUntil, {
        path: ['answersUntil'],
        message: '结束时间须晚于开始时间',
      }),
    output: z.literal(true),
    ours: true,
    logs: '设置客服时间',
  }),
}
