import { z } from 'zod'
import { entryEvents, entryKinds, entryStatuses } from '../../domain/content/entries/entry-states.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, id, keyword, listOf, moment, momentInput, paging } from '../fields.ts'
import { entryForm } from './entry-forms.ts'
import { entryTyped } from './entry-typed.ts'

const kind = z.enum(entryKinds)
const status = z.enum(entryStatuses)

const row = z.object({
  entryId: id,
  title: z.string(),
  /** What tells it from others of its name: authority, vendor, source. */
  note: z.string(),
  status,
  /** Path of the page on which everyone reads it once it is published; empty = it has none. */
  page: z.string(),
  /** A draft that still lacks what publishing asks for. */
  unfinished: z.boolean(),
  /** When it is published, or changed, by itself; null = not scheduled. */
  scheduledAt: moment.nullable(),
  /** Whether an operator wrote or changed it by hand: imports leave it alone then. */
  byHand: z.boolean(),
  /** Operator who changed it last; empty where nobody did. */
  editorName: z.string(),
  version: z.int(),
  updatedAt: moment,
  /** First and last moment of a call for projects; null for everything else. */
  startsAt: moment.nullable(),
  deadline: moment.nullable(),
  /** Declarations that were handed in for a call for projects. */
  declarations: z.int(),
})
export type EntryRow = z.output<typeof row>

const step = z.object({
  event: z.string(),
  /** What was changed: 修改了标题、申报截止. */
  text: z.string(),
  by: z.string(),
  at: moment,
})
/** What takes effect by itself at a moment. */
const schedule = z.object({
  at: moment,
  by: z.string(),
  /** The form that replaces the published one; null = the entry is published as it stands. */
  form: z.looseObject({ kind }).nullable(),
})
const entry = z.object({
  entryId: id,
  status,
  version: z.int(),
  /** As of a row of the list. */
  page: z.string(),
  /** The form as it stands; what imports brought may be more than the form would take. */
  form: z.looseObject({ kind }),
  /** Form input of an incomplete draft, used instead of `form`; null for complete entries. */
  typed: entryTyped.nullable(),
  /** Newest first. */
  history: z.array(step),
  schedule: schedule.nullable(),
  /** Complete versions that were saved in the browser, newest first, 50 at most. */
  versions: z.array(z.object({ version: z.int(), by: z.string(), at: moment })),
})
export type Entry = z.output<typeof entry>

const saved = z.object({ entryId: id, status, version: z.int(), scheduledAt: moment.nullable() })
export type SavedEntry = z.output<typeof saved>

/**
 * What operators write in the browser: calls for projects, the digital store, news, policies, parks, announcements, help,
 * rules and guides, links.
 */
export const entriesCalls = {
  entries: call({
    path: '/ops/content/list-page',
    summary: '平台维护的内容：申报项目、数字应用、解决方案、资讯、政策与园区，后变动的在前',
    access: operator('edit'),
    reads: true,
    input: z.object({ kind, status: status.optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(row).extend({ counts: z.partialRecord(status, z.int()) }),
    ours: true,
  }),
  entry: call({
    path: '/ops/content/detail',
    summary: '一份内容的全部字段与变动经过',
    access: operator('edit'),
    reads: true,
    input: z.object({ kind, entryId: id }),
    output: entry,
    ours: true,
  }),
  /** `entryId` null makes a new one. What is published is changed for everyone at once. */
  entrySave: call({
    path: '/ops/content/save',
    summary: '新建或修改一份内容，可同时发布',
    access: operator('edit'),
    input: z.object({
      entryId: id.nullable(),
      /** Count of writes that the form was opened with; 0 for a new one. */
      version: count,
      publish: z.boolean(),
      /**
       * Publishes it at a later moment instead; what is published already stays as it is until then. Null = at once.
       * Only together with `publish`.
       */
      publishAt: momentInput.nullable().default(null),
      form: entryForm,
    }),
    output: saved,
    failures: ['conflict', 'stepNotAllowed', 'entryScheduled'],
    idempotent: true,
    ours: true,
    logs: '维护平台内容',
  }),
  /** A complete version as it was saved. */
  entryVersion: call({
    path: '/ops/content/version',
    summary: '一份内容曾经保存的一个版本',
    access: operator('edit'),
    reads: true,
    input: z.object({ kind, entryId: id, version: count.min(1) }),
    output: z.object({ form: z.looseObject({ kind }) }),
    ours: true,
  }),
  /** Takes back what was scheduled; nothing else changes. */
  entryUnschedule: call({
    path: '/ops/content/unschedule',
    summary: '取消一份内容的定时发布或定时生效',
    access: operator('edit'),
    input: z.object({ kind, entryId: id }),
    output: z.object({}),
    ours: true,
    logs: '取消定时发布',
  }),
  /** A draft that lacks what publishing asks for: only its name is wanted. Kept as typed until it is saved whole. */
  entryDraft: call({
    path: '/ops/content/draft',
    summary: '存一份尚未填写完整的草稿，有名称即可',
    access: operator('edit'),
    input: z.object({ entryId: id.nullable(), version: count, kind, typed: entryTyped }),
    output: saved,
    failures: ['conflict', 'stepNotAllowed', 'entryScheduled'],
    idempotent: true,
    ours: true,
    logs: '维护平台内容',
  }),
  /** Deletes an entry that was never published. Throws entryUsed for an application used by a solution. */
  entryDelete: call({
    path: '/ops/content/delete',
    summary: '删除一份从未发布过的草稿',
    access: operator('edit'),
    input: z.object({ kind, entryId: id, version: count.min(1) }),
    output: z.object({}),
    failures: ['conflict', 'stepNotAllowed', 'entryUsed'],
    ours: true,
    logs: '删除平台内容草稿',
  }),
  /** 发布、下线; 提前截止 for calls for projects that are open. */
  entryStep: call({
    path: '/ops/content/step',
    summary: '发布或下线一份内容，提前截止一个申报项目',
    access: operator('edit'),
    input: z.object({ kind, entryId: id, event: z.enum(entryEvents), version: count.min(1) }),
    output: saved,
    failures: ['conflict', 'stepNotAllowed', 'entryUnfinished', 'entryScheduled'],
    ours: true,
    logs: '发布或下线平台内容',
  }),
}
