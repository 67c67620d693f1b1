import { links } from '../links.ts'
import { classKinds, classPhases, classTopics, type ClassKind, type ClassPhase, type ClassTopic } from './classes.ts'

/** The schedule as its address says it; what makes no sense there is left out. */
export interface ClassQuery {
  readonly keyword: string
  readonly kind: ClassKind | undefined
  readonly topic: ClassTopic | undefined
  readonly phase: ClassPhase | undefined
  /** `2026-11`, in Shanghai. */
  readonly month: string | undefined
  readonly current: number
}

export function classQuery(given: URLSearchParams): ClassQuery {
  const page = Number(given.get('current') ?? 1)
  const month = given.get('month') ?? ''
  return {
    // oxlint-disable-next-line no-control-regex -- nobody types these, and the calls refuse them
    keyword: [...(given.get('keyword') ?? '').replace(/[\u0000-\u001f]/g, ' ').trim()].slice(0, 30).join(''),
    kind: classKinds.find((kind) => kind === given.get('kind')),
    topic: classTopics.find((topic) => topic === given.get('topic')),
    phase: classPhases.find((phase) => phase === given.get('phase')),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    current: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  }
}

/** What the call takes. */
export function classFilter({ keyword, kind, topic, phase, month, current }: ClassQuery) {
  return {
    ...{ keyword, current },
    ...(kind === undefined ? {} : { kind }),
    ...(topic === undefined ? {} : { topic }),
    ...(phase === undefined ? {} : { phase }),
    ...(month === undefined ? {} : { month }),
  }
}

/** Address of the schedule with some conditions changed; another condition starts at the first page. */
export const classesLink = (query: ClassQuery, change: Partial<ClassQuery> = {}): string => {
  const { keyword, kind, topic, phase, month, current } = { ...query, current: 1, ...change }
  return links.live({ keyword, kind, topic, phase, month, current: current > 1 ? current : undefined })
}

/** How many conditions are chosen; beyond the first, search engines are kept out. */
export const classesChosen = ({ kind, topic, phase, month }: ClassQuery): number =>
  [kind, topic, phase, month].filter((each) => each !== undefined).length

/** First and last moment of a month of the schedule, in Shanghai. */
export function monthSpan(month: string): { readonly from: Date; readonly until: Date } {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const first = (y: number, m: number) => new Date(Date.UTC(y, m - 1, 1) - 8 * 3_600_000)
  return { from: first(year, number), until: first(year, number + 1) }
}

/** Months that the schedule offers: some before, this one, and some to come. */
export function monthsAround(now: Date, before = 2, after = 3): string[] {
  const there = new Date(now.getTime() + 8 * 3_600_000)
  return Array.from({ length: before + after + 1 }, (_, index) => {
    const day = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() - before + index, 1))
    return day.toISOString().slice(0, 7)
  })
}
/** `2026-11` → `11 月`, with the year where it is another one. */
export function monthLabel(month: string, now: Date): string {
  const [year, number] = month.split('-')
  const thisYear = String(new Date(now.getTime() + 8 * 3_600_000).getUTCFullYear())
  return `${year === thisYear ? '' : `${year} 年 `}${Number(number)} 月`
}
