import { classesLink, monthLabel, monthsAround, type ClassQuery } from '../../domain/live/class-query.ts'
import {
  classKindLabels,
  classKinds,
  classPhases,
  classTopicLabels,
  classTopics,
  phaseLabels,
  type ClassPhase,
} from '../../domain/live/classes.ts'
import type { Chosen, FacetRow } from '../catalogue/list-model.ts'

/** The rows and chips of the schedule, from its address; counts of the phases where they are known. */
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
      ...{ label: labelOf(value), chosen: value === chosen, count: countOf(value) },
      href: classesLink(query, change(value === chosen ? undefined : value)),
    })),
  })
  const months = monthsAround(now)
  const shownMonths = query.month === undefined || months.includes(query.month) ? months : [query.month, ...months]
  const rows = [
    row(
      '状态',
      classPhases,
      (phase) => phaseLabels[phase].label,
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
      '领域',
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
  const facets = rows.flatMap(({ name, choices }): Chosen[] =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )
  const keyword = { group: '关键词', label: query.keyword, href: classesLink(query, { keyword: '' }) }
  return { rows, chosen: query.keyword === '' ? facets : [keyword, ...facets] }
}
