import type { ChangeStatus } from '../change-states.ts'
import { next, type StateLabel, type Transitions } from '../transition.ts'

/** What a class is. Roadshows are the ones that the platform may feature. */
export const classKinds = ['lecture', 'training', 'policy', 'roadshow'] as const
export type ClassKind = (typeof classKinds)[number]
export const classKindLabels: Readonly<Record<ClassKind, string>> = {
  lecture: '专题课',
  training: '操作培训',
  policy: '法规解读',
  roadshow: '项目路演',
}

/** What a class is about; a class has one or two. */
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

/** Plates that may stand as the cover of a class; all drawn. */
export const classFigures = [
  ...(['hplc', 'gel', 'safety', 'pk', 'trial', 'stent', 'reactor', 'cells', 'gene', 'ctd', 'flow'] as const),
  'dissolution',
] as const
export type ClassFigure = (typeof classFigures)[number]

/** Where a class stands with its host and the platform; whether it is on is told by its times alone. */
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

interface Standing {
  readonly status: ClassStatus
  readonly change: { readonly status: ChangeStatus } | null
}
/** Whether an operator is to decide: about the class, or about the change of a published one. */
export const awaitsVerdict = ({ status, change }: Standing): boolean =>
  status === 'published'
    ? change?.status === 'pending_review'
    : next(classTransitions, status, 'pass', 'operator') !== undefined

/** What visitors see of a published class: told by the clock, stored nowhere. */
export const classPhases = ['live', 'soon', 'replay', 'over'] as const
export type ClassPhase = (typeof classPhases)[number]
export const phaseLabels: Readonly<Record<ClassPhase, StateLabel>> = {
  live: { label: '直播中', tone: 'go' },
  soon: { label: '预告', tone: 'act' },
  replay: { label: '回放', tone: 'good' },
  over: { label: '已结束', tone: 'mute' },
}

interface Timed {
  readonly startsAt: Date | string
  readonly endsAt: Date | string
  /** Whether its recording may be watched afterwards. */
  readonly replay: boolean
}
const at = (moment: Date | string) => new Date(moment).getTime()

/** The phase of a class at a moment: 预告 until its beginning, then 直播中, and after its end 回放 where it is kept. */
export function phaseOf(timed: Timed, now: Date): ClassPhase {
  if (now.getTime() < at(timed.startsAt)) return 'soon'
  if (now.getTime() < at(timed.endsAt)) return 'live'
  return timed.replay ? 'replay' : 'over'
}

/** Seats are for those who book: nobody is refused at the player. 0 = without limit. */
export const isFull = (capacity: number, booked: number): boolean => capacity > 0 && booked >= capacity

/** Minutes before the beginning at which those who booked are reminded. */
export const remindMinutes = 15

/** How long a class may take, in minutes. A fair may go on for days. */
export const classMinutes = { least: 10, most: 14 * 24 * 60 } as const
/** How far ahead a class may be announced, in days. */
export const mostDaysAhead = 180

/** What is wrong with the times of a class that is announced at `now`; undefined when nothing is. */
export function timesFault(
  startsAt: string,
  endsAt: string,
  now: Date,
): { field: string; message: string } | undefined {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (start <= now.getTime()) return { field: 'startsAt', message: '开始时间须晚于现在' }
  if (start > now.getTime() + mostDaysAhead * 86_400_000)
    return { field: 'startsAt', message: `最多提前 ${mostDaysAhead} 天预告` }
  const minutes = (end - start) / 60_000
  if (minutes < classMinutes.least) return { field: 'endsAt', message: `时长至少 ${classMinutes.least} 分钟` }
  if (minutes > classMinutes.most) return { field: 'endsAt', message: '时长最多 14 天' }
  return undefined
}

/** Name of the tag of a class's page in the cache; all lists carry `classes`. */
export const classTag = (classId: number): string => `class:${classId}`
