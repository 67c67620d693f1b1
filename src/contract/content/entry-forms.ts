import { z } from 'zod'
import { announcementTopics } from '../../domain/content/announcements.ts'
import { appKinds, deployments } from '../../domain/content/digital-apps.ts'
import { linkGroups } from '../../domain/content/friend-links.ts'
import { questionCategories } from '../../domain/content/help-categories.ts'
import { newsSources } from '../../domain/content/news.ts'
import { facilityKeys, factGroups, parkFields, parkViews } from '../../domain/content/parks.ts'
import { policyLevels, policyTopics } from '../../domain/content/policies.ts'
import { projectFields, projectLevels } from '../../domain/projects/government-projects.ts'
import { dayInput, fen, id, momentInput, maxInteger, optionalText, text } from '../fields.ts'

const typed = (max: number) => z.string().trim().pipe(optionalText(max))
const lines = (most: number) => z.array(text(300)).max(most, `最多 ${most} 条`)
const some = (most: number) => lines(most).min(1, '请填写')
const titled = z.object({ title: text(60), text: typed(300) })
const several = z.array(titled).min(1, '请至少添加一条').max(12, '最多 12 条')
const choice = <T extends string>(words: readonly [T, ...T[]]) => z.enum(words, { error: '请选择' })
const whole = (least: number, most: number) =>
  z.int('请填写整数').min(least, `不小于 ${least}`).max(most, `不大于 ${most}`)
const sort = whole(0, 9999)
const money = fen.nullable()
const link = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: '请填写以 http:// 或 https:// 开头的地址' }).max(2000, '最多 2000 个字'),
])
const district = z.string('请选择地区').regex(/^\d{6}$/, '请选择地区')
/** True = stands for a real third party in a demonstration. */
const sample = z.boolean()

/** A call of an authority for projects. Specification §7, project declarations. */
const project = z
  .object({
    kind: z.literal('project'),
    title: text(100),
    authority: text(60),
    level: choice(projectLevels),
    field: choice(projectFields),
    summary: text(1000),
    startsAt: momentInput,
    deadline: momentInput,
    /** fen; null = the notice names no sum */
    supportMax: money,
    supportWay: typed(200),
    /** One condition, one paper each. */
    conditions: some(30),
    materials: some(30),
    sample,
  })
  .refine(({ startsAt, deadline }) => Date.parse(deadline) > Date.parse(startsAt), {
    path: ['deadline'],
    message: '截止须晚于开始',
  })

/** An application of the digital store. */
const app = z.object({
  kind: z.literal('app'),
  name: text(60),
  vendor: text(60),
  appKind: choice(appKinds),
  deployment: choice(deployments),
  summary: text(200),
  keywords: typed(200),
  /** fen; null = 面议 */
  price: money,
  priceUnit: typed(30),
  goLive: text(40),
  sort,
  features: several,
  users: some(12),
  compliance: lines(12),
  joins: lines(20),
  sample,
})

/** Several applications for one purpose, and what each does in it. */
const solution = z
  .object({
    kind: z.literal('solution'),
    title: text(60),
    audience: text(60),
    summary: text(300),
    sort,
    sample,
    pains: several,
    steps: several,
    results: some(12),
    uses: z
      .array(
        z.object({
          /** Null for one that is new. */
          useId: id.nullable(),
          appId: z.int('请选择应用').positive('请选择应用').max(maxInteger, '请选择应用'),
          title: text(60),
          before: text(500),
          after: text(500),
          steps: z.array(z.object({ title: text(60), text: typed(300) })).max(12, '最多 12 步'),
        }),
      )
      .max(20, '最多 20 个应用'),
  })
  .refine(({ uses }) => new Set(uses.map(({ appId }) => appId)).size === uses.length, {
    path: ['uses'],
    message: '同一应用在一个方案中只列一次',
  })

/** A piece of news; its body is Markdown. */
const news = z.object({
  kind: z.literal('news'),
  title: text(200),
  summary: typed(500),
  content: typed(50_000),
  sourceType: choice(newsSources),
  sourceName: text(60),
  sourceUrl: link,
  publishedAt: momentInput,
  sample,
})

/** A policy; its body is Markdown, its days are `2026-11-21`. */
const policy = z
  .object({
    kind: z.literal('policy'),
    title: text(200),
    docNo: typed(80),
    level: choice(policyLevels),
    issuer: text(80),
    /** Null = the whole country. */
    districtCode: district.nullable(),
    issuedOn: dayInput,
    effectiveOn: dayInput,
    expiresOn: z.union([z.literal(''), dayInput]),
    topics: z.array(z.enum(policyTopics)),
    summary: typed(500),
    content: typed(50_000),
    sourceUrl: link,
    sample,
  })
  .refine(({ effectiveOn, expiresOn }) => expiresOn === '' || expiresOn >= effectiveOn, {
    path: ['expiresOn'],
    message: '失效不能早于施行',
  })

/** A park; its text is Markdown. */
const park = z
  .object({
    kind: z.literal('park'),
    name: text(60),
    districtCode: district,
    address: text(120),
    brief: text(200),
    content: typed(20_000),
    fields: z.array(z.enum(parkFields)),
    facilities: z.array(z.enum(facilityKeys)),
    /** Square metres built, and of them to let. */
    areaTotal: whole(1, 999_999_999),
    areaFree: whole(0, 999_999_999),
    /** Fen a square metre and month; null = 面议. */
    rentLow: money,
    rentHigh: money,
    openedIn: whole(1950, 2100),
    companyCount: whole(0, 999_999),
    facts: z.array(z.object({ group: choice(factGroups), label: text(20), value: text(80) })).max(60, '最多 60 条'),
    services: z.array(z.object({ name: text(30), text: typed(300) })).max(30, '最多 30 条'),
    /** Drawings by name, and own uploads of purpose `picture`. */
    gallery: z
      .array(
        z.union([
          z.object({ view: z.enum(parkViews), caption: text(30) }),
          z.object({ fileId: z.string().max(40), name: z.string().max(300), caption: text(30) }),
        ]),
      )
      .max(12, '最多 12 张'),
    policyIds: z.array(id).max(200, '最多 200 项'),
    contactName: text(40),
    contactPhone: text(30),
    contactHours: text(60),
    sample,
  })
  .refine(({ areaTotal, areaFree }) => areaFree <= areaTotal, {
    path: ['areaFree'],
    message: '不能大于建筑面积',
  })
  .refine(({ rentLow, rentHigh }) => rentHigh === null || (rentLow !== null && rentHigh >= rentLow), {
    path: ['rentHigh'],
    message: '不能低于租金下限',
  })

/** Texts of the platform itself: their bodies are Markdown, and none is empty. */
const body = text(50_000)

/** An announcement; `publishedOn` is the day that readers see. */
const announcement = z.object({
  kind: z.literal('announcement'),
  title: text(40),
  summary: text(120),
  topic: choice(announcementTopics),
  publishedOn: dayInput,
  content: body,
})

/** A question of the help centre with its answer. Its number is given at the first save. */
const question = z.object({
  kind: z.literal('question'),
  title: text(30),
  summary: text(90),
  category: z.enum(questionCategories, { error: '请选择' }),
  /** Additional words that find it. */
  keywords: z.array(text(12)).max(10, '最多 10 个'),
  /** Rank among the hot questions; null = not among them. */
  hot: whole(1, 50).nullable(),
  /** Numbers of related questions. */
  related: z.array(z.string().regex(/^\d{3,6}$/, '请填写问题编号，如 2803')).max(4, '最多 4 个'),
  content: body,
})

/** Rules, a guide, or a page about the platform. */
const page = z.object({
  kind: z.literal('page'),
  title: text(30),
  summary: text(120),
  /** Day from which rules are in force; empty for guides. */
  effectiveOn: z.union([z.literal(''), dayInput]),
  content: body,
})

/** A link to a public site. */
const friendLink = z.object({
  kind: z.literal('link'),
  name: text(20),
  url: z.url({ protocol: /^https?$/, error: '请填写以 http:// 或 https:// 开头的地址' }).max(500, '最多 500 个字'),
  intro: text(60),
  group: choice(linkGroups),
  sort,
})

/** Forms of operators by what they write. */
export const entryForm = z.discriminatedUnion('kind', [
  project,
  app,
  solution,
  news,
  policy,
  park,
  announcement,
  question,
  page,
  friendLink,
])
export type EntryForm = z.output<typeof entryForm>
export type EntryFormOf<K extends EntryForm['kind']> = Extract<EntryForm, { kind: K }>
