import type { ChangeStatus } from '../change-states.ts'
import { nextState, type StateLabel, type Transitions } from '../transition.ts'

/** Kinds of classes. Only roadshows can be featured by the platform. */
export const classKinds = ['lecture', 'training', 'policy', 'roadshow'] as const
export type ClassKind = (typeof classKinds)[number]
export const classKindLabels: Readonly<Record<ClassKind, string>> = {
  lecture: '专题课',
  training: '操作培训',
  policy: '法规解读',
  roadshow: '项目路演',
}

/** Topics; a class has one or two. */
export const classTopics = ['cmc', 'analysis', 'safety', 'clinical', 'device', 'cdmo', 'industry'] as const
export type ClassTopic = (typeof classTopics)[number]
export const classTopicLabels: Readonly<Record<ClassTopic, string>> = {
  cmc: '药学研究',
  analysis: '分析检测',
  safety: '毒理与药代',
  clinical: '临床与注册',
  device: '医疗器械',
  cdmo: 'CDMO 与生产',
  industry: '产业与政策',
}

/** Illustrations available as class covers. */
export const classFigures = [
  ...(['hplc', 'gel', 'safety', 'pk', 'trial', 'stent', 'reactor', 'cells', 'gene', 'ctd', 'flow'] as const),
  'dissolution',
] as const
export type ClassFigure = (typeof classFigures)[number]

/** Publication status of a class; its phase is derived from its times. */
export const classStatuses = ['pending_review', 'published', 'rejected', 'cancelled'] as const
export type ClassStatus = (typeof classStatuses)[number]
export type ClassEvent = 'submit' | 'pass' | 'reject' | 'cancel'
export const classTransitions: Transitions<ClassStatus, ClassEvent, 'host' | 'operator'> = [
  { from: ['rejected'], event: 'submit', actor: ['host'], to: 'pending_review' },
  { from: ['pending_review'], event: 'pass', actor: ['operator'], to: 'published' },
  { from: ['pending_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['pending_review', 'published', 'rejected'], event: 'cancel', actor: ['host', 'operator'], to: 'cancelled' },
]
export const classLabels: Readonly<Record<ClassStatus, StateLabel>> = {
  pending_review: { label: '待审核', tone: 'go' },
  published: { label: '已发布', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
  cancelled: { label: '已取消', tone: 'mute' },
}

interface ReviewableClass {
  readonly status: ClassStatus
  readonly change: { readonly status: ChangeStatus } | null
}
/** Whether the class, or the pending change of a published class, waits for a review. */
export const awaitsReview = ({ status, change }: ReviewableClass): boolean =>
  status === 'published'
    ? change?.status === 'pending_review'
    : nextState(classTransitions, status, 'pass', 'operator') !== undefined

/** Phases of a published class: derived from the current time, not stored. */
export const classPhases = ['live', 'soon', 'replay', 'over'] as const
export type ClassPhase = (typeof classPhases)[number]
export const classPhaseLabels: Readonly<Record<ClassPhase, StateLabel>> = {
  live: { label: '直播中', tone: 'go' },
  soon: { label: '预告', tone: 'act' },
  replay: { label: '回放', tone: 'good' },
  over: { label: '已结束', tone: 'mute' },
}

interface ClassTimes {
  readonly startsAt: Date | string
  readonly endsAt: Date | string
  /** Whether the recording can be watched afterwards. */
  readonly replay: boolean
}
const timeOf = (moment: Date | string) => new Date(moment).getTime()

/** Phase of a class: 预告 until it starts, then 直播中, after its end 回放 if it is recorded. */
export function classPhaseAt(timed: ClassTimes, now: Date): ClassPhase {
  if (now.getTime() < timeOf(timed.startsAt)) return 'soon'
  if (now.getTime() < timeOf(timed.endsAt)) return 'live'
  return timed.replay ? 'replay' : 'over'
}

/** The capacity limits bookings only, not viewers. 0 = no limit. */
export const isClassFull = (capacity: number, booked: number): boolean => capacity > 0 && booked >= capacity

/** Minutes before the start when people who booked are reminded. */
export const classReminderMinutes = 15

/** Allowed duration in minutes. A fair may last for days. */
export const classMinutes = { min: 10, max: 14 * 24 * 60 } as const
/** Maximum number of days a class may be announced ahead. */
export const maxClassDaysAhead = 180

/** Validation error of the times of a class announced at `now`; undefined when valid. */
export function classTimesError(
  startsAt: string,
  endsAt: string,
  now: Date,
): { field: string; message: string } | undefined {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (start <= now.getTime()) return { field: 'startsAt', message: '开始时间须晚于现在' }
  if (start > now.getTime() + maxClassDaysAhead * 86_400_000)
    return { field: 'startsAt', message: `最多提前 ${maxClassDaysAhead} 天预告` }
  const minutes = (end - start) / 60_000
  if (minutes < classMinutes.min) return { field: 'endsAt', message: `时长至少 ${classMinutes.min} 分钟` }
  if (minutes > classMinutes.max) return { field: 'endsAt', message: '时长最多 14 天' }
  return undefined
}

/** Cache tag of a class's page; lists use the tag `classes`. */
export const classTag = (classId: number): string => `class:${classId}`

export const isClassInReview = (status: ClassStatus | null | undefined): status is 'pending_review' =>
  status === 'pending_review'
export const isClassPublished = (status: ClassStatus | null | undefined): status is 'published' =>
  status === 'published'
export const isClassRejected = (status: ClassStatus | null | undefined): status is 'rejected' => status === 'rejected'
export const isClassCancelled = (status: ClassStatus | null | undefined): status is 'cancelled' =>
  status === 'cancelled'
/** Passed its review once: shown, with a notice when cancelled. */
export const wasClassPublished = (status: ClassStatus): boolean => status === 'published' || status === 'cancelled'
