import type { HallFacet, HallMenu } from '../../contract/demands/hall.ts'
import { budgetOf, closingDays, emptyHall, hallLink, type HallQuery } from '../../domain/demands/hall-query.ts'
import type { Chosen, FacetRow } from '../catalogue/list-model.ts'

type Counted = HallMenu['partial'][number]
export const emptyMenu: HallMenu = {
  ...{ levels: [], districts: [], budgets: [], templates: [], closing: [], sealed: [], confidential: [], partial: [] },
}

const levelNames = ['研究阶段', '细分领域', '服务项目', '具体内容']
const bounds = (value: string) => {
  const [from = '', to = ''] = value.split('-')
  return { budgetFrom: from === '' ? undefined : Number(from), budgetTo: to === '' ? undefined : Number(to) }
}

/** The rows, chips, switches and links of the hall, from its address and its menu. */
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
      ...{ label, count: menu.partial.includes(facet) ? undefined : count, chosen: value === chosen },
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
    row('预算', 'budget', menu.budgets, budgetOf(query), (value) => bounds(value ?? '')),
    row('截止时间', 'closing', menu.closing, days, (value) => ({
      closingDays: closingDays.find((each) => String(each) === value),
    })),
    row('期望地区', 'district', menu.districts, query.districtCode?.slice(0, 2), (value) => ({ districtCode: value })),
  ].filter(({ choices }) => choices.length > 0)
  return { rows, switches: switchesOf(query), chosen: chosenOf(query, rows), clear: hallLink(emptyHall(query)) }
}

/** What is on or off. */
const switchesOf = (query: HallQuery) => [
  { label: '仅看报价中', on: query.openOnly, href: hallLink(query, { openOnly: !query.openOnly }) },
  { label: '密封报价', on: query.sealed, href: hallLink(query, { sealed: !query.sealed }) },
  { label: '含保密资料', on: query.confidential, href: hallLink(query, { confidential: !query.confidential }) },
]

/** What a switch is called by those who do not see its box; what they say aloud is what stands there. */
export const switchName = (label: string, on: boolean): string =>
  on ? `取消${label}` : label.startsWith('仅看') ? label : `只看${label}`

/** The conditions that hold, each with the way out of it. */
function chosenOf(query: HallQuery, rows: readonly FacetRow[]): Chosen[] {
  const facets = rows.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )
  const keyword = { group: '关键词', label: query.keyword, href: hallLink(query, { keyword: '' }) }
  const on = switchesOf(query).filter((each) => each.on)
  return [
    ...(query.keyword === '' ? [] : [keyword]),
    ...facets,
    ...on.map(({ label, href }) => ({ group: '只看', label: label.replace('仅看', ''), href })),
  ]
}
