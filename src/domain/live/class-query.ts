import { links } from '../links.ts'
import { classKinds, classPhases, classTopics, type ClassKind, type ClassPhase, type ClassTopic } from './classes.ts'
import { keywordOfUrl } from '../keyword-of-url.ts'

/** Query of the class schedule, parsed from the URL; invalid parameters are ignored. */
export interface ClassQuery {
  readonly keyword: string
  readonly kind: ClassKind | undefined
  readonly topic: ClassTopic | undefined
  readonly phase: ClassPhase | undefined
  /** `2026-11`, Shanghai time. */
  readonly month: string | undefined
  readonly current: number
}

export function classQuery(params: URLSearchParams): ClassQuery {
  const page = Number(params.get('current') ?? 1)
  const month = params.get('month') ?? ''
  return {
    keyword: keywordOfUrl(params.get('keyword'), 30),
    kind: classKinds.find((kind) => kind === params.get('kind')),
    topic: classTopics.find((topic) => topic === params.get('topic')),
    phase: classPhases.find((phase) => phase === params.get('phase')),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    current: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  }
}

/** Filter in the form the contract call accepts. */
export function classFilter({ keyword, kind, topic, phase, month, current }: ClassQuery) {
  return {
    keyword,
    current,
    ...(kind === undefined ? {} : { kind }),
    ...(topic === undefined ? {} : { topic }),
    ...(phase === undefined ? {} : { phase }),
    ...(month === undefined ? {} : { month }),
  }
}

/** Link to the schedule with some conditions changed; resets to the first page. */
export const classesLink = (query: ClassQuery, change: Partial<ClassQuery> = {}): string => {
  const { keyword, kind, topic, phase, month, current } = { ...query, current: 1, ...change }
  return links.live({ keyword, kind, topic, phase, month, current: current > 1 ? current : undefined })
}

/** Number of selected filters; pages with more than one are not indexed by search engines. */
export const chosenFilterCount = ({ kind, topic, phase, month }: ClassQuery): number =>
  [kind, topic, phase, month].filter((each) => each !== undefined).length

/** Start (inclusive) and end (exclusive) of a month, Shanghai time. */
export function monthSpan(month: string): { readonly from: Date; readonly until: Date } {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const first = (y: number, m: number) => new Date(Date.UTC(y, m - 1, 1) - 8 * 3_600_000)
  return { from: first(year, number), until: first(year, number + 1) }
}

/** Months offered by the schedule: `before` past months, the current one, `after` future months. */
export function scheduleMonths(now: Date, before = 2, after = 3): string[] {
  const there = new Date(now.getTime() + 8 * 3_600_000)
  return Array.from({ length: before + after + 1 }, (_, index) => {
    const day = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() - before + index, 1))
    return day.toISOString().slice(0, 7)
  })
}
/** `2026-11` → `11 月`, with the year if it is not the current one. */
export function monthLabel(month: string, now: Date): string {
  const [year, number] = month.split('-')
  const thisYear = String(new Date(now.getTime() + 8 * 3_600_000).getUTCFullYear())
  return `${year === thisYear ? '' : `${year} 年 `}${Number(number)} 月`
}
