import { links } from '../links.ts'
import { keywordOfUrl } from '../keyword-of-url.ts'

export const hallSorts = ['default', 'new', 'deadline', 'budgetUp', 'budgetDown', 'offers'] as const
export type HallSort = (typeof hallSorts)[number]
export const hallSortLabels: Record<HallSort, string> = {
  default: '综合',
  new: '最新发布',
  deadline: '即将截止',
  budgetDown: '预算从高到低',
  budgetUp: '预算从低到高',
  offers: '报价最多',
}

/** Values of the facet "closes within N days". */
export const closingDays = [3, 7, 30] as const
export type ClosingDays = (typeof closingDays)[number]

/** Query of the demand hall, parsed from the URL; invalid parameters are ignored. */
export interface HallQuery {
  readonly keyword: string
  readonly categoryId: number | undefined
  readonly districtCode: string | undefined
  /** fen, both ends inclusive */
  readonly budgetFrom: number | undefined
  readonly budgetTo: number | undefined
  readonly templateKey: string | undefined
  readonly closingDays: ClosingDays | undefined
  readonly sealed: boolean
  readonly confidential: boolean
  readonly openOnly: boolean
  readonly sort: HallSort
  readonly current: number
}

const maxFen = 100_000_000_000_000
const parseWhole = (text: string | null | undefined) => (text && /^\d{1,14}$/.test(text) ? Number(text) : undefined)
const parseAmount = (text: string | undefined) => {
  const amount = parseWhole(text)
  return amount === undefined || amount > maxFen ? undefined : amount
}
const isOn = (text: string | null) => text === '1' || text === 'true'

export function hallQuery(params: URLSearchParams): HallQuery {
  const [from, to] = (params.get('budget') ?? '').split('-')
  const page = parseWhole(params.get('current')) ?? 1
  const district = params.get('district') ?? ''
  const category = parseWhole(params.get('category'))
  const template = params.get('template') ?? ''
  return {
    keyword: keywordOfUrl(params.get('keyword'), 30),
    categoryId: category !== undefined && category > 0 && category <= 2_147_483_647 ? category : undefined,
    districtCode: /^\d{2,6}$/.test(district) ? district : undefined,
    budgetFrom: parseAmount(from),
    budgetTo: parseAmount(to),
    templateKey: /^[a-z0-9-]{1,40}$/.test(template) ? template : undefined,
    closingDays: closingDays.find((days) => String(days) === params.get('closing')),
    sealed: isOn(params.get('sealed')),
    confidential: isOn(params.get('confidential')),
    openOnly: isOn(params.get('openOnly')),
    sort: hallSorts.find((sort) => sort === params.get('sort')) ?? 'default',
    current: Math.min(Math.max(page, 1), 1_000_000),
  }
}

/** Value of the budget facet: `from-to`. */
export const budgetOf = ({ budgetFrom, budgetTo }: HallQuery): string | undefined =>
  budgetFrom === undefined && budgetTo === undefined ? undefined : `${budgetFrom ?? ''}-${budgetTo ?? ''}`

/** Filter in the form the contract calls accept. */
export function hallFilter({ current: _current, ...query }: HallQuery) {
  const { keyword, sealed, confidential, openOnly, sort } = query
  const { categoryId, districtCode, budgetFrom, budgetTo, templateKey, closingDays: days } = query
  return {
    keyword,
    sealed,
    confidential,
    openOnly,
    sort,
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(districtCode === undefined ? {} : { districtCode }),
    ...(budgetFrom === undefined ? {} : { budgetFrom }),
    ...(budgetTo === undefined ? {} : { budgetTo }),
    ...(templateKey === undefined ? {} : { templateKey }),
    ...(days === undefined ? {} : { closingDays: days }),
  }
}

/** URL parameters of a query; default values are omitted. */
export const hallParams = (query: HallQuery) => ({
  keyword: query.keyword,
  category: query.categoryId,
  district: query.districtCode,
  budget: budgetOf(query),
  template: query.templateKey,
  closing: query.closingDays,
  sealed: query.sealed ? 1 : undefined,
  confidential: query.confidential ? 1 : undefined,
  openOnly: query.openOnly ? 1 : undefined,
  sort: query.sort === 'default' ? undefined : query.sort,
  current: query.current > 1 ? query.current : undefined,
})

/** Link to the hall with some conditions changed; resets to the first page. */
export const hallLink = (query: HallQuery, change: Partial<HallQuery> = {}): string =>
  links.demandHall(hallParams({ ...query, current: 1, ...change }))

/** The query without filters, keeping the sort order. */
export const hallWithoutFilters = (query: HallQuery): HallQuery => ({
  ...hallQuery(new URLSearchParams()),
  sort: query.sort,
})

/** Number of selected facets; pages with more than one are not indexed by search engines. */
export const chosenFacetCount = (query: HallQuery): number =>
  [
    query.categoryId,
    query.districtCode,
    budgetOf(query),
    query.templateKey,
    query.closingDays,
    query.sealed || undefined,
    query.confidential || undefined,
    query.openOnly || undefined,
  ].filter((each) => each !== undefined).length

/** Whether search engines may index this list: at most one facet, no keyword, default order. */
export const isHallIndexed = (query: HallQuery): boolean =>
  query.keyword === '' && query.sort === 'default' && chosenFacetCount(query) <= 1

/** Canonical query for search engines: only the first facet, first page. */
export function canonicalHall(query: HallQuery): HallQuery {
  if (isHallIndexed(query)) return query
  const plain = hallQuery(new URLSearchParams())
  if (query.categoryId !== undefined) return { ...plain, categoryId: query.categoryId }
  if (query.templateKey !== undefined) return { ...plain, templateKey: query.templateKey }
  return query.districtCode === undefined ? plain : { ...plain, districtCode: query.districtCode }
}

/** URL parameters that prefill the subscription form from the hall's filters. */
export const subscriptionParams = ({ keyword, categoryId, districtCode, budgetFrom }: HallQuery) => ({
  keyword,
  category: categoryId,
  district: districtCode,
  budgetFrom,
})
