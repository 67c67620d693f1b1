import type { HallFacet, HallMenu } from '../../contract/demands/hall.ts'
import { budgetOf, closingDays, hallWithoutFilters, hallLink, type HallQuery } from '../../domain/demands/hall-query.ts'
import type { ChosenFilter, FacetRow } from '../catalogue/list/list-model.ts'

type Counted = HallMenu['partial'][number]
export const emptyHallMenu: HallMenu = {
  levels: [],
  districts: [],
  budgets: [],
  templates: [],
  closing: [],
  sealed: [],
  confidential: [],
  partial: [],
}

const levelNames = ['研究阶段', '二级分类', '服务项目', '具体内容']
const parseBounds = (value: string) => {
  const [from = '', to = ''] = value.split('-')
  return { budgetFrom: from === '' ? undefined : Number(from), budgetTo: to === '' ? undefined : Number(to) }
}

/** Facet rows, switches and chosen filters of the demand hall. */
export function hallModel(query: HallQuery, menu: HallMenu) {
  const row = (
    name: string,
    facet: Counted,
    options: readonly HallFacet[],
    chosen: string | undefined,
    change: (value: string | undefined) => Partial<HallQuery>,
  ): FacetRow => ({
    name,
    choices: options.map(({ value, label, count }) => ({
      label,
      count: menu.partial.includes(facet) ? undefined : count,
      chosen: value === chosen,
      href: hallLink(query, change(value === chosen ? undefined : value)),
    })),
  })
  const levels = menu.levels.map(({ chosenId, options }, level) => {
    const above = menu.levels[level - 1]?.chosenId ?? undefined
    const chosen = chosenId === null ? undefined : String(chosenId)
    return row(levelNames[level] ?? '', 'category', options, chosen, (value) => ({
      categoryId: value === undefined ? above : Number(value),
    }))
  })
  const days = query.closingDays === undefined ? undefined : String(query.closingDays)
  const rows = [
    ...levels,
    row('研究类型', 'template', menu.templates, query.templateKey, (value) => ({ templateKey: value })),
    row('预算', 'budget', menu.budgets, budgetOf(query), (value) => parseBounds(value ?? '')),
    row('截止时间', 'closing', menu.closing, days, (value) => ({
      closingDays: closingDays.find((each) => String(each) === value),
    })),
    row('期望地区', 'district', menu.districts, query.districtCode?.slice(0, 2), (value) => ({ districtCode: value })),
  ].filter(({ choices }) => choices.length > 0)
  return {
    rows,
    switches: hallSwitches(query),
    chosen: chosenFilters(query, rows),
    clear: hallLink(hallWithoutFilters(query)),
  }
}

/** What is on or off. */
const hallSwitches = (query: HallQuery) => [
  { label: '仅看报价中', on: query.openOnly, href: hallLink(query, { openOnly: !query.openOnly }) },
  { label: '密封报价', on: query.sealed, href: hallLink(query, { sealed: !query.sealed }) },
  { label: '含保密资料', on: query.confidential, href: hallLink(query, { confidential: !query.confidential }) },
]

/** Accessible name of a switch; contains its visible label. */
export const switchLabel = (label: string, on: boolean): string =>
  on ? `取消${label}` : label.startsWith('仅看') ? label : `只看${label}`

/** The chosen filters, each with the URL that removes it. */
function chosenFilters(query: HallQuery, rows: readonly FacetRow[]): ChosenFilter[] {
  const facets = rows.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )
  const keyword = { group: '关键词', label: query.keyword, href: hallLink(query, { keyword: '' }) }
  const on = hallSwitches(query).filter((each) => each.on)
  return [
    ...(query.keyword === '' ? [] : [keyword]),
    ...facets,
    ...on.map(({ label, href }) => ({ group: '只看', label: label.replace('仅看', ''), href })),
  ]
}
