import type { Counted } from '../../../contract/content/drug-fields.ts'
import { policyLevels, policyTopics } from '../../../domain/content/policies.ts'
import type { ChosenFilter, FacetRow } from '../../catalogue/list/list-model.ts'
import { policyLink, type PolicyQuery } from './policy-query.ts'

export interface PolicyMenu {
  readonly districts: readonly Counted[]
  readonly levels: readonly Counted[]
  readonly topics: readonly Counted[]
}

/** A facet row; the link of a chosen value removes it. */
export const facetRow = (
  name: string,
  options: readonly Counted[],
  isChosen: (value: string) => boolean,
  href: (value: string, chosen: boolean) => string,
): FacetRow => ({
  name,
  choices: options.map(({ value, label, count }) => {
    const chosen = isChosen(value)
    return { label, count, chosen, href: href(value, chosen) }
  }),
})

/** Chosen filters of facet rows. */
export const chosenFilters = (rows: readonly FacetRow[]): ChosenFilter[] =>
  rows.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )

/** Facet rows and chosen filters of the policy list. */
export function policyModel(query: PolicyQuery, menu: PolicyMenu) {
  const to = (change: Partial<PolicyQuery>) => policyLink({ ...query, current: 1, ...change })
  const { keyword, districtCode, level, topic, beginTime, endTime } = query
  const rows = [
    facetRow(
      '地区',
      menu.districts,
      (value) => value.slice(0, 2) === districtCode?.slice(0, 2),
      (value, chosen) => to({ districtCode: chosen ? undefined : value }),
    ),
    facetRow(
      '层级',
      menu.levels,
      (value) => value === level,
      (value, chosen) => to({ level: chosen ? undefined : policyLevels.find((each) => each === value) }),
    ),
    facetRow(
      '主题',
      menu.topics,
      (value) => value === topic,
      (value, chosen) => to({ topic: chosen ? undefined : policyTopics.find((each) => each === value) }),
    ),
  ].filter(({ choices }) => choices.length > 0)
  const days = `${beginTime ?? '最早'} 至 ${endTime ?? '今天'}`
  const chosen = [
    ...(keyword === '' ? [] : [{ group: '关键词', label: keyword, href: to({ keyword: '' }) }]),
    ...chosenFilters(rows),
    ...(beginTime === undefined && endTime === undefined
      ? []
      : [{ group: '发文日期', label: days, href: to({ beginTime: undefined, endTime: undefined }) }]),
  ]
  return { rows, chosen }
}
