import { z } from 'zod'
import { appKinds, appSorts, deployments } from '../../domain/content/digital-apps.ts'
import { joinEvents, getJoinNoteError, joinStatuses } from '../../domain/content/join-states.ts'
import { everyone, operator } from '../access.ts'
import { mobile } from '../accounts/person.ts'
import { call } from '../call.ts'
import { fen, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'

const titled = z.object({ title: z.string(), text: z.string() })

/** An application as lists show it. */
const appRow = z.object({
  appId: id,
  name: z.string(),
  kind: z.enum(appKinds),
  vendor: z.string(),
  summary: z.string(),
  deployment: z.enum(deployments),
  compliance: z.array(z.string()),
  /** From so many fen; null = 面议. */
  price: fen.nullable(),
  /** What the price is for: 每用户每年. */
  priceUnit: z.string(),
  /** How long it takes to come into use. */
  goLive: z.string(),
  /** Invented for the demo. */
  sample: z.boolean(),
})
export type DigitalAppRow = z.output<typeof appRow>

const solutionRow = z.object({
  solutionId: id,
  title: z.string(),
  audience: z.string(),
  summary: z.string(),
  appCount: z.int(),
  sample: z.boolean(),
})
export type DigitalSolutionRow = z.output<typeof solutionRow>

/** What one application does within a solution, as lists show it. */
const useRow = z.object({
  useId: id,
  title: z.string(),
  solutionId: id,
  solutionTitle: z.string(),
  app: appRow,
})
export type DigitalUseRow = z.output<typeof useRow>

const app = appRow.extend({
  features: z.array(titled),
  /** For whom it is made. */
  users: z.array(z.string()),
  /** What it joins: 天平、色谱数据系统. */
  joins: z.array(z.string()),
  uses: z.array(useRow.omit({ app: true })),
  /** Others of its kind. */
  similar: z.array(appRow),
})
export type DigitalApp = z.output<typeof app>

const solution = solutionRow.extend({
  pains: z.array(titled),
  steps: z.array(titled),
  results: z.array(z.string()),
  uses: z.array(useRow),
})

const use = useRow.extend({
  /** The work without it, and with it. */
  before: z.string(),
  after: z.string(),
  steps: z.array(titled),
  others: z.array(useRow),
})

/** A vendor's application for the store, as operators see it. */
const joinRow = z.object({
  joinId: id,
  company: z.string(),
  contact: z.string(),
  mobile: z.string(),
  email: z.string(),
  appName: z.string(),
  kind: z.enum(appKinds),
  deployment: z.enum(deployments),
  summary: z.string(),
  website: z.string(),
  status: z.enum(joinStatuses),
  /** Operator who took it; empty before. */
  handlerName: z.string(),
  mine: z.boolean(),
  note: z.string(),
  createdAt: moment,
  updatedAt: moment,
})
export type DigitalJoin = z.output<typeof joinRow>

const count = <T extends string>(values: readonly [T, ...T[]]) =>
  z.array(z.object({ value: z.enum(values), count: z.int() }))

/** The digital application store: calls of our own behind the specification's pages. */
export const digitalCalls = {
  /** Counts of a facet ignore that facet. */
  digitalApps: call({
    path: '/sys/digital/app/list-page',
    summary: '数字应用：按分类、部署方式与关键词查找',
    access: everyone,
    reads: true,
    input: z.object({
      keyword: keyword.default(''),
      kind: z.enum(appKinds).optional(),
      deployment: z.enum(deployments).optional(),
      sort: z.enum(appSorts).default('default'),
      ...paging,
    }),
    output: listOf(appRow).extend({ kinds: count(appKinds), deployments: count(deployments) }),
    ours: true,
  }),
  digitalApp: call({
    path: '/sys/digital/app/detail',
    summary: '一个数字应用',
    access: everyone,
    reads: true,
    input: z.object({ appId: id }),
    output: app,
    ours: true,
  }),
  digitalSolutions: call({
    path: '/sys/digital/solution/list',
    summary: '数字化解决方案',
    access: everyone,
    reads: true,
    input: z.object({ keyword: keyword.default('') }),
    output: z.array(solutionRow),
    ours: true,
  }),
  digitalSolution: call({
    path: '/sys/digital/solution/detail',
    summary: '一个解决方案：难点、步骤、用到的应用与效果',
    access: everyone,
    reads: true,
    input: z.object({ solutionId: id }),
    output: solution,
    ours: true,
  }),
  digitalSolutionApp: call({
    path: '/sys/digital/solution/app/detail',
    summary: '一个应用在一个方案中的用法',
    access: everyone,
    reads: true,
    input: z.object({ useId: id }),
    output: use,
    ours: true,
  }),
  /** The first one from an address needs no captcha. The same application of a number within a day is kept once. */
  digitalJoin: call({
    path: '/sys/digital/join',
    summary: '厂商申请入驻数字应用商店；无需登录',
    access: everyone,
    input: z.object({
      company: text(60),
      contact: text(20),
      mobile,
      email: z.union([z.literal(''), z.email('邮箱格式有误').max(100)]).default(''),
      appName: text(60),
      kind: z.enum(appKinds, { error: '请选择应用分类' }),
      deployment: z.enum(deployments, { error: '请选择部署方式' }),
      summary: text(1000).min(20, '请用不少于 20 个字说明'),
      /** Web address of the product; empty without one. */
      website: z
        .union([
          z.literal(''),
          z.url({ protocol: /^https?$/, error: '请填写以 http:// 或 https:// 开头的网址' }).max(200),
        ])
        .default(''),
      captchaId: z.string().max(60).default(''),
      captcha: z.string().max(10).default(''),
    }),
    output: z.object({}),
    failures: ['captchaNeeded', 'captchaWrong', 'joinsUsedUp'],
    perMinute: 6,
    perDay: 40,
    ours: true,
  }),
  digitalJoins: call({
    path: '/sys/digital/join/list-page',
    summary: '厂商的入驻申请，待联系的先提交的在前，其余后变动的在前',
    access: operator('receive'),
    reads: true,
    input: z.object({ status: z.enum(joinStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(joinRow).extend({ counts: z.partialRecord(z.enum(joinStatuses), z.int()) }),
    ours: true,
  }),
  /** Only who took it decides; anybody gives it back. Who was signed in is told what came of it. */
  digitalJoinStep: call({
    path: '/sys/digital/join/step',
    summary: '接手、同意、谢绝、放回一份入驻申请；同意与谢绝须写明结果',
    access: operator('receive'),
    input: z
      .object({ joinId: id, event: z.enum(joinEvents), note: optionalText(500).default('') })
      .refine(({ event, note }) => getJoinNoteError(event, note) === null, { path: ['note'], message: '请写明结果' }),
    output: z.object({ status: z.enum(joinStatuses) }),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '处理应用入驻申请',
  }),
}
