import { budgetOf, emptyHall, hallLink, type HallQuery } from '../../domain/demands/hall-query.ts'

type Facet = { readonly value: string; readonly label: string; readonly count: number }
/** What the hall can be narrowed by, as the call gives it. */
export type Conditions = {
  readonly categories: readonly Facet[]
  readonly districts: readonly Facet[]
  readonly budgets: readonly Facet[]
}
export type Choice = { readonly href: string; readonly label: string; readonly chosen: boolean; readonly count: number }
export type FacetRow = { readonly name: string; readonly choices: readonly Choice[] }
export type Condition = { readonly group: string; readonly label: string; readonly href: string }

const bounds = (value: string) => {
  const [from = '', to = ''] = value.split('-')
  return { budgetFrom: from === '' ? undefined : Number(from), budgetTo: to === '' ? undefined : Number(to) }
}

/** Rows of facets: each value a link, a chosen one leads back. */
export function facetRows(query: HallQuery, conditions: Conditions): FacetRow[] {
  const row = (
    name: string,
    facets: readonly Facet[],
    chosen: string | undefined,
    change: (value: string) => Partial<HallQuery>,
    none: Partial<HallQuery>,
  ) => ({
    name,
    choices: facets.map(({ value, label, count }) => ({
      label,
      count,
      chosen: value === chosen,
      href: hallLink(query, value === chosen ? none : change(value)),
    })),
  })
  return [
    row(
      '研究阶段',
      conditions.categories,
      query.categoryId === undefined ? undefined : String(query.categoryId),
      (value) => ({ categoryId: Number(value) }),
      { categoryId: undefined },
    ),
    row('预算', conditions.budgets, budgetOf(query), bounds, { budgetFrom: undefined, budgetTo: undefined }),
    row('期望地区', conditions.districts, query.districtCode, (value) => ({ districtCode: value }), {
      districtCode: undefined,
    }),
  ].filter(({ choices }) => choices.length > 0)
}

/** The conditions that hold, each with the way out of it. */
export function chosenOf(query: HallQuery, rows: readonly FacetRow[]): Condition[] {
  const facets = rows.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )
  return [
    ...(query.keyword === ''
      ? []
      : [{ group: '关键词', label: query.keyword, href: hallLink(query, { keyword: '' }) }]),
    ...facets,
    ...(query.openOnly ? [{ group: '状态', label: '报价中', href: hallLink(query, { openOnly: false }) }] : []),
  ]
}

export const withoutAll = (query: HallQuery): string => hallLink(emptyHall(query))
