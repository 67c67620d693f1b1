import { links } from '../links.ts'

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

/** Within how many days a demand closes, as a facet. */
export const closingDays = [3, 7, 30] as const
export type ClosingDays = (typeof closingDays)[number]

/** The demand hall as its address says it; what makes no sense there is left out. */
export interface HallQuery {
  readonly keyword: string
  readonly categoryId: number | undefined
  readonly districtCode: string | undefined
  /** fen, both ends included */
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

const mostFen = 100_000_000_000_000
const wholeOf = (text: string | null | undefined) => (text && /^\d{1,14}$/.test(text) ? Number(text) : undefined)
const amountOf = (text: string | undefined) => {
  const amount = wholeOf(text)
  return amount === undefined || amount > mostFen ? undefined : amount
}
const isOn = (text: string | null) => text === '1' || text === 'true'

export function hallQuery(given: URLSearchParams): HallQuery {
  const [from, to] = (given.get('budget') ?? '').split('-')
  const page = wholeOf(given.get('current')) ?? 1
  const district = given.get('district') ?? ''
  const category = wholeOf(given.get('category'))
  const template = given.get('template') ?? ''
  return {
    // oxlint-disable-next-line no-control-regex -- nobody types these, and the calls refuse them
    keyword: [...(given.get('keyword') ?? '').replace(/[\u0000-\u001f]/g, ' ').trim()].slice(0, 30).join(''),
    categoryId: category !== undefined && category > 0 && category <= 2_147_483_647 ? category : undefined,
    districtCode: /^\d{2,6}$/.test(district) ? district : undefined,
    budgetFrom: amountOf(from),
    budgetTo: amountOf(to),
    templateKey: /^[a-z0-9-]{1,40}$/.test(template) ? template : undefined,
    closingDays: closingDays.find((days) => String(days) === given.get('closing')),
    sealed: isOn(given.get('sealed')),
    confidential: isOn(given.get('confidential')),
    openOnly: isOn(given.get('openOnly')),
    sort: hallSorts.find((sort) => sort === given.get('sort')) ?? 'default',
    current: Math.min(Math.max(page, 1), 1_000_000),
  }
}

/** Value of the budget facet: `from-to`. */
export const budgetOf = ({ budgetFrom, budgetTo }: HallQuery): string | undefined =>
  budgetFrom === undefined && budgetTo === undefined ? undefined : `${budgetFrom ?? ''}-${budgetTo ?? ''}`

/** What the calls take. */
export function hallFilter({ current: _current, ...query }: HallQuery) {
  const { keyword, sealed, confidential, openOnly, sort } = query
  const { categoryId, districtCode, budgetFrom, budgetTo, templateKey, closingDays: days } = query
  return {
    ...{ keyword, sealed, confidential, openOnly, sort },
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(districtCode === undefined ? {} : { districtCode }),
    ...(budgetFrom === undefined ? {} : { budgetFrom }),
    ...(budgetTo === undefined ? {} : { budgetTo }),
    ...(templateKey === undefined ? {} : { templateKey }),
    ...(days === undefined ? {} : { closingDays: days }),
  }
}

/** The conditions as the address names them; what is as it would be anyway is left out. */
export const hallAddress = (query: HallQuery) => ({
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

/** Address of the hall with some conditions changed; another condition starts at the first page. */
export const hallLink = (query: HallQuery, change: Partial<HallQuery> = {}): string =>
  links.demandHall(hallAddress({ ...query, current: 1, ...change }))

/** The hall without any condition, in the same order. */
export const emptyHall = (query: HallQuery): HallQuery => ({ ...hallQuery(new URLSearchParams()), sort: query.sort })

/** How many of the facets are chosen; beyond the first, search engines are kept out. */
export const facetsChosen = (query: HallQuery): number =>
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

/** Whether a search engine may keep this list: one facet at most, no keyword, plain order. */
export const isHallIndexed = (query: HallQuery): boolean =>
  query.keyword === '' && query.sort === 'default' && facetsChosen(query) <= 1

/** The list that a narrower one names for search engines: its first facet alone, from the first page. */
export function canonicalHall(query: HallQuery): HallQuery {
  if (isHallIndexed(query)) return query
  const plain = hallQuery(new URLSearchParams())
  if (query.categoryId !== undefined) return { ...plain, categoryId: query.categoryId }
  if (query.templateKey !== undefined) return { ...plain, templateKey: query.templateKey }
  return query.districtCode === undefined ? plain : { ...plain, districtCode: query.districtCode }
}

/** What a supplier waits for who subscribes to what the hall shows, for the address of the form. */
export const subscriptionOf = ({ keyword, categoryId, districtCode, budgetFrom }: HallQuery) => ({
  keyword,
  category: categoryId,
  district: districtCode,
  budgetFrom,
})
