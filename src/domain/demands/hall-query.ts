import { links } from '../links.ts'

export const hallSorts = ['new', 'deadline', 'budgetUp', 'budgetDown', 'offers'] as const
export type HallSort = (typeof hallSorts)[number]
export const hallSortLabels: Record<HallSort, string> = {
  new: '最新发布',
  deadline: '即将截止',
  budgetDown: '预算从高到低',
  budgetUp: '预算从低到高',
  offers: '报价最多',
}

/** The demand hall as its address says it; what makes no sense there is left out. */
export interface HallQuery {
  readonly keyword: string
  readonly categoryId: number | undefined
  readonly districtCode: string | undefined
  /** fen, both ends included */
  readonly budgetFrom: number | undefined
  readonly budgetTo: number | undefined
  readonly openOnly: boolean
  readonly sort: HallSort
  readonly current: number
}

const wholeOf = (text: string | null | undefined) => (text && /^\d{1,14}$/.test(text) ? Number(text) : undefined)

export function hallQuery(given: URLSearchParams): HallQuery {
  const [from, to] = (given.get('budget') ?? '').split('-')
  const page = wholeOf(given.get('current')) ?? 1
  const district = given.get('district') ?? ''
  const category = wholeOf(given.get('category'))
  return {
    // oxlint-disable-next-line no-control-regex -- nobody types these, and the calls refuse them
    keyword: [...(given.get('keyword') ?? '').replace(/[\u0000-\u001f]/g, ' ').trim()].slice(0, 30).join(''),
    categoryId: category !== undefined && category > 0 && category <= 2_147_483_647 ? category : undefined,
    districtCode: /^\d{2,6}$/.test(district) ? district : undefined,
    budgetFrom: wholeOf(from),
    budgetTo: wholeOf(to),
    openOnly: given.get('openOnly') === '1' || given.get('openOnly') === 'true',
    sort: hallSorts.find((sort) => sort === given.get('sort')) ?? 'new',
    current: Math.min(Math.max(page, 1), 1_000_000),
  }
}

/** Value of the budget facet: `from-to`. */
export const budgetOf = ({ budgetFrom, budgetTo }: HallQuery): string | undefined =>
  budgetFrom === undefined && budgetTo === undefined ? undefined : `${budgetFrom ?? ''}-${budgetTo ?? ''}`

/** What the call takes. */
export function hallFilter(query: HallQuery) {
  const { keyword, categoryId, districtCode, budgetFrom, budgetTo, openOnly, sort } = query
  return {
    keyword,
    openOnly,
    sort,
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(districtCode === undefined ? {} : { districtCode }),
    ...(budgetFrom === undefined ? {} : { budgetFrom }),
    ...(budgetTo === undefined ? {} : { budgetTo }),
  }
}

/** Address of the hall with some conditions changed; another condition starts at the first page. */
export function hallLink(query: HallQuery, change: Partial<HallQuery> = {}): string {
  const next = { ...query, current: 1, ...change }
  return links.demandHall({
    keyword: next.keyword,
    category: next.categoryId,
    district: next.districtCode,
    budget: budgetOf(next),
    openOnly: next.openOnly ? 1 : undefined,
    sort: next.sort === 'new' ? undefined : next.sort,
    current: next.current > 1 ? next.current : undefined,
  })
}

/** The hall without any condition, in the same order. */
export const emptyHall = (query: HallQuery): HallQuery => ({ ...hallQuery(new URLSearchParams()), sort: query.sort })
