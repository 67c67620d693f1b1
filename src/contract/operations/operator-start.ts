import { z } from 'zod'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { fen, moment } from '../fields.ts'

/** Queues of operators, in the order in which the start page shows them. */
export const waitingKinds = [
  'needs',
  'bookings',
  'digitalJoins',
  'demands',
  'listings',
  'certification',
  'claims',
  'qualifications',
  'declarations',
  'live',
  'disputes',
  'payouts',
  'complaints',
  'fraudSigns',
  'awards',
  'approvals',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

const waiting = z.object({
  kind: z.enum(waitingKinds),
  count: z.int(),
  /** Since when the oldest one waits. */
  since: moment.nullable(),
})
export type Waiting = z.output<typeof waiting>

const figuresOfDay = z.object({
  /** Day in Shanghai: 2026-11-20. */
  day: z.string(),
  /** Views of pages that no page of the site led to. */
  visits: z.int(),
  registrations: z.int(),
  /** Approved certifications of companies. */
  certifications: z.int(),
  demands: z.int(),
  offers: z.int(),
  orders: z.int(),
  /** Money that arrived, by the day of its confirmation. null = the roles do not permit it (`trade`). */
  paid: fen.nullable(),
})
export type FiguresOfDay = z.output<typeof figuresOfDay>

/** What is wrong with the running platform. */
export const alarmKinds = ['jobs', 'outboxLate', 'outboxFailed', 'storage'] as const

const alarm = z.object({
  kind: z.enum(alarmKinds),
  /** Failed jobs and messages, late messages; MB left of the storage. */
  count: z.int(),
  since: moment.nullable(),
  /** Names of the jobs, last error. */
  detail: z.string(),
})
export type Alarm = z.output<typeof alarm>

export const operatorStartCalls = {
  operatorStart: call({
    path: '/ops/start',
    summary: '等待运营人员处理的事务：各有多少、最早的从何时起',
    access: operator(),
    reads: true,
    input: z.object({}),
    /** Queues that the operator's roles permit; those without anything have count 0. */
    output: z.object({ waiting: z.array(waiting) }),
    ours: true,
  }),
  operatorFigures: call({
    path: '/ops/figures',
    summary: '平台每日的来访、注册、认证、需求、报价、订单与到账金额；最多滞后一分钟',
    access: operator('records'),
    reads: true,
    input: z.object({
      /** Days up to today. */
      days: z.literal([30, 90]).default(30),
    }),
    /** Every day of the period, the oldest first. */
    output: z.object({ days: z.array(figuresOfDay) }),
    ours: true,
  }),
  operatorAlarms: call({
    path: '/ops/alarms',
    summary: '运行告警：失败的后台任务、积压与发送失败的消息、存储空间；空 = 运行正常',
    access: operator('audit'),
    reads: true,
    input: z.object({}),
    output: z.object({ alarms: z.array(alarm) }),
    ours: true,
  }),
}
