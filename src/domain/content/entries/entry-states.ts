import type { StateLabel, Transitions } from '../../transition.ts'

/** What operators write and look after in the browser. */
export const entryKinds = [
  'project',
  'app',
  'solution',
  'news',
  'policy',
  'park',
  'announcement',
  'question',
  'page',
  'link',
] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindLabels: Readonly<Record<EntryKind, string>> = {
  project: '申报项目',
  app: '数字应用',
  solution: '解决方案',
  news: '资讯',
  policy: '政策',
  park: '园区',
  announcement: '公告',
  question: '帮助',
  page: '规则与指南',
  link: '友情链接',
}

/** Kinds whose entries are fixed: they can be changed, but neither added nor withdrawn. */
export const isFixedKind = (kind: EntryKind): boolean => kind === 'page'

export const entryStatuses = ['draft', 'published', 'withdrawn'] as const
export type EntryStatus = (typeof entryStatuses)[number]
export const entryEvents = ['publish', 'withdraw', 'close'] as const
export type EntryEvent = (typeof entryEvents)[number]

/** Written in private, shown to everyone, taken away again. 提前截止 ends a call for projects and leaves it shown. */
export const entryTransitions: Transitions<EntryStatus, EntryEvent, 'operator'> = [
  { from: ['draft', 'withdrawn'], event: 'publish', actor: ['operator'], to: 'published' },
  { from: ['published'], event: 'withdraw', actor: ['operator'], to: 'withdrawn' },
  { from: ['published'], event: 'close', actor: ['operator'], to: 'published' },
]

export const entryLabels: Readonly<Record<EntryStatus, StateLabel>> = {
  draft: { label: '草稿', tone: 'mute' },
  published: { label: '已发布', tone: 'good' },
  withdrawn: { label: '已下线', tone: 'mute' },
}

/** How far ahead a publication can be scheduled. */
export const maxScheduleDays = 366

/** What a step of the history is called. */
export const entryStepLabels: Readonly<Record<string, string>> = {
  create: '新建',
  edit: '修改',
  publish: '发布',
  withdraw: '下线',
  close: '提前截止',
  delete: '删除',
  schedule: '设定定时',
  unschedule: '取消定时',
  scheduleFailed: '定时未生效',
}

/** How a body is written: as Markdown, or as plain paragraphs, which imports and feeds bring. */
export const bodyFormats = ['plain', 'markdown'] as const
export type BodyFormat = (typeof bodyFormats)[number]

export const isEntryDraft = (status: EntryStatus | null | undefined): status is 'draft' => status === 'draft'
export const isEntryPublished = (status: EntryStatus | null | undefined): status is 'published' =>
  status === 'published'
export const isEntryWithdrawn = (status: EntryStatus | null | undefined): status is 'withdrawn' =>
  status === 'withdrawn'
