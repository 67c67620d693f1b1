import { eq } from 'drizzle-orm'
import type { EntryForm, EntryFormOf } from '../../../../src/contract/content/entry-forms.ts'
import { users } from '../../../../src/db/tables/accounts.ts'
import type { EntryKind } from '../../../../src/domain/content/entries/entry-states.ts'
import { startApp } from '../../app.ts'
import { signInAs, visitor, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

const hour = 3_600_000
const ahead = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const titled = [{ title: '样品登记', text: '扫码登记，批次自动带出' }]

/** Complete forms, to be modified by tests. */
export const forms = {
  project: (more: Partial<EntryFormOf<'project'>> = {}): EntryFormOf<'project'> => ({
    kind: 'project',
    title: '场景专项',
    authority: '示例市科技局',
    level: 'city',
    field: 'drug',
    summary: '说明',
    startsAt: ahead(-24),
    deadline: ahead(48),
    supportMax: 50_000_00,
    supportWay: '后补助',
    conditions: ['注册在本市'],
    materials: ['申报书'],
    sample: false,
    ...more,
  }),
  app: (more: Partial<EntryFormOf<'app'>> = {}): EntryFormOf<'app'> => ({
    kind: 'app',
    name: '场景样品管理',
    vendor: '场景软件',
    appKind: 'lims',
    deployment: 'saas',
    summary: '样品',
    keywords: '',
    price: null,
    priceUnit: '',
    goLive: '4 周',
    sort: 0,
    features: titled,
    users: ['检测实验室'],
    compliance: [],
    joins: [],
    sample: false,
    ...more,
  }),
  solution: (appId: number, more: Partial<EntryFormOf<'solution'>> = {}): EntryFormOf<'solution'> => ({
    kind: 'solution',
    title: '场景方案',
    audience: '检测实验室',
    summary: '一条线',
    sort: 0,
    sample: false,
    pains: titled,
    steps: titled,
    results: ['少一半抄写'],
    uses: [{ useId: null, appId, title: '登记', before: '纸质', after: '扫码', steps: titled }],
    ...more,
  }),
  news: (more: Partial<EntryFormOf<'news'>> = {}): EntryFormOf<'news'> => ({
    kind: 'news',
    title: '场景资讯',
    summary: '摘要',
    content: '## 小标题\n\n**要点**与<b>文字</b>',
    sourceType: '政府',
    sourceName: '场景部门',
    sourceUrl: '',
    publishedAt: ahead(-1),
    sample: false,
    ...more,
  }),
  policy: (more: Partial<EntryFormOf<'policy'>> = {}): EntryFormOf<'policy'> => ({
    kind: 'policy',
    title: '场景政策',
    docNo: '',
    level: '市级',
    issuer: '场景局',
    districtCode: '510100',
    issuedOn: '2026-01-01',
    effectiveOn: '2026-02-01',
    expiresOn: '',
    topics: ['研发投入'],
    summary: '摘要',
    content: '正文',
    sourceUrl: '',
    sample: false,
    ...more,
  }),
  park: (more: Partial<EntryFormOf<'park'>> = {}): EntryFormOf<'park'> => ({
    kind: 'park',
    name: '场景园区',
    districtCode: '510100',
    address: '场景路 1 号',
    brief: '简介',
    content: '',
    fields: ['化学药'],
    facilities: ['lab'],
    areaTotal: 1000,
    areaFree: 500,
    rentLow: 3000,
    rentHigh: null,
    openedIn: 2020,
    companyCount: 3,
    facts: [],
    services: [{ name: '注册', text: '' }],
    policyIds: [],
    gallery: [{ view: 'site', caption: '总平面示意' }],
    contactName: '周敏',
    contactPhone: '028-1',
    contactHours: '工作日',
    sample: false,
    ...more,
  }),
  announcement: (more: Partial<EntryFormOf<'announcement'>> = {}): EntryFormOf<'announcement'> => ({
    kind: 'announcement',
    title: '场景公告',
    summary: '场景公告的摘要',
    topic: '服务通知',
    publishedOn: '2026-11-20',
    content: '## 时间\n\n周六 22 时至 24 时维护。',
    ...more,
  }),
  question: (more: Partial<EntryFormOf<'question'>> = {}): EntryFormOf<'question'> => ({
    kind: 'question',
    title: '如何预约场景实验？',
    summary: '在场景页选择日期后提交。',
    category: '28',
    keywords: ['场景预约'],
    hot: null,
    related: ['2801'],
    content: '## 步骤\n\n1. **打开** 场景页\n2. **选择** 日期',
    ...more,
  }),
  link: (more: Partial<EntryFormOf<'link'>> = {}): EntryFormOf<'link'> => ({
    kind: 'link',
    name: '场景标准网',
    url: 'https://standards.example.org/',
    intro: '标准全文查询',
    group: '标准与检验',
    sort: 900,
    ...more,
  }),
} as const

/** Creates an entry, as a draft or published. */
export const write = (by: Client, form: EntryForm, publish = false) =>
  by.api.content.entrySave({ entryId: null, version: 0, publish, form }, { idempotencyKey: newKey() })

/** Saves an entry whose publication, or change, takes effect at a moment. */
export const schedule = (
  by: Client,
  { entryId, version }: { entryId: number | null; version: number },
  form: EntryForm,
  publishAt: string,
) => by.api.content.entrySave({ entryId, version, publish: true, publishAt, form }, { idempotencyKey: newKey() })

/** Updates an entry. */
export const rewrite = (by: Client, of: { entryId: number; version: number }, form: EntryForm, publish = false) =>
  by.api.content.entrySave({ entryId: of.entryId, version: of.version, publish, form }, { idempotencyKey: newKey() })

/** Applies a step to an entry. */
export const step = (
  by: Client,
  kind: EntryKind,
  { entryId, version }: { entryId: number; version: number },
  event: 'publish' | 'withdraw' | 'close',
) => by.api.content.entryStep({ kind, entryId, version, event })

/** The app with two operators and a visitor. */
export async function editors() {
  const app = await startApp()
  await app.db
    .update(users)
    .set({ isOperator: true, operatorRoles: ['admin'] })
    .where(eq(users.loginName, 'person'))
  return { app, ops: await signInAs(app, 'ops'), second: await signInAs(app, 'person'), everyone: visitor(app) }
}
