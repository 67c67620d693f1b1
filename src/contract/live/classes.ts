import { z } from 'zod'
import { classFigures, classKinds, classPhases, classTopics } from '../../domain/live/classes.ts'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, paging } from '../fields.ts'

/** A published class as shown in the schedule. */
export const classRow = z.object({
  classId: id,
  kind: z.enum(classKinds),
  topics: z.array(z.enum(classTopics)),
  title: z.string(),
  summary: z.string(),
  speaker: z.string(),
  speakerTitle: z.string(),
  /** Name of the cover illustration. */
  figure: z.enum(classFigures),
  startsAt: moment,
  endsAt: moment,
  /** Phase at the time of the response. */
  phase: z.enum(classPhases),
  /** Maximum number of bookings; 0 = no limit. */
  capacity: z.int(),
  bookedCount: z.int(),
  favouriteCount: z.int(),
  /** Number of viewers. */
  watchedCount: z.int(),
  /** Featured by the platform (roadshows only). */
  featured: z.boolean(),
  /** Host; without a shop it is the platform. `logo` is that of its shop; empty = drawn from the name. */
  host: z.object({ name: z.string(), logo: z.string(), shopId: id.nullable(), orgId: id.nullable() }),
})
export type ClassRow = z.output<typeof classRow>

const classDetail = classRow.extend({
  /** Outline, one point per line; may be empty. */
  outline: z.string(),
  speakerAbout: z.string(),
  /** Playlist folder on the streaming host; empty without a stream and outside 直播中 and 回放. */
  stream: z.string(),
  /** Cancelled classes keep their page. */
  cancelled: z.boolean(),
  reason: z.string(),
})
export type ClassDetail = z.output<typeof classDetail>

const ownRow = classRow.extend({
  booked: z.boolean(),
  favourite: z.boolean(),
  cancelled: z.boolean(),
  /** Seconds watched, and points earned by them. */
  seconds: z.int(),
  points: z.int(),
})
export type OwnClassRow = z.output<typeof ownRow>

const toggleInput = z.object({ classId: id, on: z.boolean() })
/** State after the call. */
const toggleResult = z.object({ on: z.boolean(), count: z.int() })

/** Calls beyond the specification: schedule of live classes, bookings and favourites. */
export const classesCalls = {
  classes: call({
    path: '/live/class/list',
    ours: true,
    summary: '直播课程：直播中的在前，其次是预告（近的在前），再次是回放（新的在前）',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({
      ...paging,
      keyword: keyword.default(''),
      kind: z.enum(classKinds).optional(),
      topic: z.enum(classTopics).optional(),
      phase: z.enum(classPhases).optional(),
      /** `2026-11`: classes that start in this month, Shanghai time. */
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
    reads: true,
    input: z.object({ classId: id }),
    output: classDetail,
  }),
  /** Personal state of a class, for the page that is cached for everyone. */
  ownClass: call({
    path: '/live/class/own',
    ours: true,
    summary: '这门课与我：是否预约、收藏，看了多久，得了多少积分',
    access: user,
    reads: true,
    input: z.object({ classId: id }),
    output: z.object({
      booked: z.boolean(),
      favourite: z.boolean(),
      /** May answer and hide questions: member of the host's company, or platform staff. */
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
    input: toggleInput,
    output: toggleResult,
    failures: ['classFull', 'classBegan'],
    perMinute: 60,
  }),
  classFavourite: call({
    path: '/live/class/favourite',
    ours: true,
    summary: '收藏一门课程，或取消收藏',
    access: user,
    input: toggleInput,
    output: toggleResult,
    failures: ['tooManyFavourites'],
    perMinute: 60,
  }),
  ownClasses: call({
    path: '/live/class/own/list',
    ours: true,
    summary: '我预约、看过或收藏的课程，最近的在前',
    access: user,
    reads: true,
    input: z.object({ ...paging, part: z.enum(['joined', 'booked', 'watched', 'favourite']).default('joined') }),
    output: listOf(ownRow),
  }),
}
