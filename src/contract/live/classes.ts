import { z } from 'zod'
import { classFigures, classKinds, classPhases, classTopics } from '../../domain/live/classes.ts'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, paging } from '../fields.ts'

/** A class as the schedule shows it; only published ones. */
export const classRow = z.object({
  classId: id,
  kind: z.enum(classKinds),
  topics: z.array(z.enum(classTopics)),
  title: z.string(),
  summary: z.string(),
  speaker: z.string(),
  speakerTitle: z.string(),
  /** Name of the drawn cover. */
  figure: z.enum(classFigures),
  startsAt: moment,
  endsAt: moment,
  /** At the moment of the answer. */
  phase: z.enum(classPhases),
  /** Seats for those who book; 0 = without limit. */
  capacity: z.int(),
  bookedCount: z.int(),
  favouriteCount: z.int(),
  /** People who watched. */
  watchedCount: z.int(),
  /** The platform features it as a roadshow. */
  featured: z.boolean(),
  /** Who runs it; without a shop the platform does. */
  host: z.object({ name: z.string(), shopId: id.nullable(), orgId: id.nullable() }),
})
export type ClassRow = z.output<typeof classRow>

const classDetail = classRow.extend({
  /** What is taught, a point a line; may be empty. */
  outline: z.string(),
  speakerAbout: z.string(),
  /** Folder of its playlist below the host of streams; empty while there is no signal, and outside of 直播中 and 回放. */
  stream: z.string(),
  /** A cancelled class keeps its page, for whoever had booked it. */
  cancelled: z.boolean(),
  reason: z.string(),
})
export type ClassDetail = z.output<typeof classDetail>

const ownRow = classRow.extend({
  booked: z.boolean(),
  favourite: z.boolean(),
  cancelled: z.boolean(),
  /** Seconds watched, and points they gave. */
  seconds: z.int(),
  points: z.int(),
})
export type OwnClassRow = z.output<typeof ownRow>

const whichClass = z.object({ classId: id, on: z.boolean() })
/** How it stands after the call. */
const mark = z.object({ on: z.boolean(), count: z.int() })

/** Calls of our own: the schedule of live classes, and what a person books and keeps of it. */
export const classesCalls = {
  classes: call({
    path: '/live/class/list',
    ours: true,
    summary: '直播课程：直播中的在前，其次是预告（近的在前），再次是回放（新的在前）',
    access: everyone,
    input: z.object({
      ...paging,
      keyword: keyword.default(''),
      kind: z.enum(classKinds).optional(),
      topic: z.enum(classTopics).optional(),
      phase: z.enum(classPhases).optional(),
      /** `2026-11`: classes that begin in this month, in Shanghai. */
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, '月份须为 2026-11 的形式')
        .optional(),
    }),
    output: listOf(classRow).extend({ counts: z.partialRecord(z.enum(classPhases), z.int()) }),
  }),
  class: call({
    path: '/live/class/detail',
    ours: true,
    summary: '一门直播课程',
    access: everyone,
    input: z.object({ classId: id }),
    output: classDetail,
  }),
  /** What of a public page is the caller's: that page is the same for everyone. */
  ownClass: call({
    path: '/live/class/own',
    ours: true,
    summary: '这门课与我：是否预约、收藏，看了多久，得了多少积分',
    access: user,
    input: z.object({ classId: id }),
    output: z.object({
      booked: z.boolean(),
      favourite: z.boolean(),
      /** May answer and hide questions: of the company that runs it, or of the platform. */
      isHost: z.boolean(),
      seconds: z.int(),
      points: z.int(),
      balance: z.int(),
    }),
  }),
  classBook: call({
    path: '/live/class/book',
    ours: true,
    summary: '预约一门未开始的课程，或取消预约；开课前 15 分钟提醒',
    access: user,
    input: whichClass,
    output: mark,
    failures: ['classFull', 'classBegan'],
    perMinute: 60,
  }),
  classFavourite: call({
    path: '/live/class/favourite',
    ours: true,
    summary: '收藏一门课程，或取消收藏',
    access: user,
    input: whichClass,
    output: mark,
    failures: ['tooManyFavourites'],
    perMinute: 60,
  }),
  ownClasses: call({
    path: '/live/class/own/list',
    ours: true,
    summary: '我预约、看过或收藏的课程，最近的在前',
    access: user,
    input: z.object({ ...paging, part: z.enum(['joined', 'booked', 'watched', 'favourite']).default('joined') }),
    output: listOf(ownRow),
  }),
}
