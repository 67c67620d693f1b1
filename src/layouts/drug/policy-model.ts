import type { Counted } from '../../contract/content/drug-fields.ts'
import { policyLevels, policyTopics } from '../../domain/content/policies.ts'
import type { Chosen, FacetRow } from '../catalogue/list-model.ts'
import { policyLink, type PolicyQuery } from './policy-query.ts'

export interface PolicyMenu {
  readonly districts: readonly Counted[]
  readonly levels: readonly Counted[]
  readonly topics: readonly Counted[]
}

/** A row of a list's facets; a chosen value leads to the list without it. */
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

/** What is chosen of the rows, as chips that take it away. */
export const chosenOf = (rows: readonly FacetRow[]): Chosen[] =>
  rows.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )

/** Rows, chips and links of the policies, from their address and what there is. */
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
    ...chosenOf(rows),
    ...(beginTime === undefined && endTime === undefined
      ? []
      : [{ group: '发文日期', label: days, href: to({ beginTime: undefined, endTime: undefined }) }]),
  ]
  return { rows, chosen }
}
