import { classesLink, monthLabel, scheduleMonths, type ClassQuery } from '../../domain/live/class-query.ts'
import {
  classKindLabels,
  classKinds,
  classPhases,
  classTopicLabels,
  classTopics,
  classPhaseLabels,
  type ClassPhase,
} from '../../domain/live/classes.ts'
import type { ChosenFilter, FacetRow } from '../catalogue/list/list-model.ts'

/** Facet rows and chosen filters of the schedule; with counts of the phases if known. */
export function classModel(query: ClassQuery, counts: Readonly<Partial<Record<ClassPhase, number>>>, now: Date) {
  const row = <T extends string>(
    name: string,
    values: readonly T[],
    labelOf: (value: T) => string,
    chosen: T | undefined,
    change: (value: T | undefined) => Partial<ClassQuery>,
    countOf: (value: T) => number | undefined = () => undefined,
  ): FacetRow => ({
    name,
    choices: values.map((value) => ({
      label: labelOf(value),
      chosen: value === chosen,
      count: countOf(value),
      href: classesLink(query, change(value === chosen ? undefined : value)),
    })),
  })
  const months = scheduleMonths(now)
  const shownMonths = query.month === undefined || months.includes(query.month) ? months : [query.month, ...months]
  const rows = [
    row(
      '状态',
      classPhases,
      (phase) => classPhaseLabels[phase].label,
      query.phase,
      (phase) => ({ phase }),
      (phase) => counts[phase],
    ),
    row(
      '类型',
      classKinds,
      (kind) => classKindLabels[kind],
      query.kind,
      (kind) => ({ kind }),
    ),
    row(
      '分类',
      classTopics,
      (topic) => classTopicLabels[topic],
      query.topic,
      (topic) => ({ topic }),
    ),
    row(
      '月份',
      shownMonths,
      (month) => monthLabel(month, now),
      query.month,
      (month) => ({ month }),
    ),
  ]
  const facets = rows.flatMap(({ name, choices }): ChosenFilter[] =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )
  const keyword = { group: '关键词', label: query.keyword, href: classesLink(query, { keyword: '' }) }
  return { rows, chosen: query.keyword === '' ? facets : [keyword, ...facets] }
}
