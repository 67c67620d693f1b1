import { keywordMax } from '../shell/search.ts'
import type { PriceType } from './listing.ts'
import { keywordOfUrl } from '../keyword-of-url.ts'

/** State of a services or goods list in its URL. Prices are whole yuan there, as people type them. */
export interface ListState {
  readonly keyword: string
  /** Whether the keyword is searched as it is typed, without corrections. */
  readonly exact: boolean
  /** The chosen category, in one of the specification's three parameters. */
  readonly id: number | undefined
  readonly fieldLevel2Id: number | undefined
  readonly fieldLevel3Id: number | undefined
  readonly tags: readonly string[]
  /** First two to six digits of a district. */
  readonly region: string | undefined
  readonly priceFrom: number | undefined
  readonly priceTo: number | undefined
  readonly priceType: PriceType | undefined
  /** Of goods only. */
  readonly brandId: number | undefined
  readonly certified: boolean
  readonly shopId: number | undefined
  readonly sort: ListSort
  /** Cards, or one row for each listing with its facts in columns. */
  readonly view: ListView
  readonly current: number
}
export const listSorts = ['default', 'new', 'priceUp', 'priceDown', 'duration'] as const
export type ListSort = (typeof listSorts)[number]

export const listViews = ['cards', 'rows'] as const
export type ListView = (typeof listViews)[number]

/** Maximum number of listings that a list counts and shows. */
export const maxListed = 2_000
/** The same maximum for lists of shops, of which there are far fewer. */
export const maxShopsListed = 10_000

const maxYuan = 1_000_000_000_000

/** Parses a whole number between two bounds; undefined for anything else. */
function parseWhole(text: string | null, min: number, max: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text.trim())) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}

/** Parses a query. Invalid parameters are ignored, so that a bad link still shows a list. */
export function listState(query: URLSearchParams, sorts: readonly ListSort[] = listSorts): ListState {
  const id = (name: string) => parseWhole(query.get(name), 1, 2_147_483_647)
  const [one, other] = [parseWhole(query.get('priceFrom'), 0, maxYuan), parseWhole(query.get('priceTo'), 0, maxYuan)]
  const crossed = one !== undefined && other !== undefined && one > other
  const type = parseWhole(query.get('priceType'), 0, 2)
  const region = query.get('region') ?? ''
  return {
    keyword: keywordOfUrl(query.get('keyword'), keywordMax),
    exact: query.get('exact') === '1',
    id: id('id'),
    fieldLevel2Id: id('fieldLevel2Id'),
    fieldLevel3Id: id('fieldLevel3Id'),
    tags: parseTags(query.get('tags') ?? ''),
    region: /^\d{2,6}$/.test(region) ? region : undefined,
    priceFrom: crossed ? other : one,
    priceTo: crossed ? one : other,
    priceType: type === 0 || type === 1 || type === 2 ? type : undefined,
    brandId: id('brandId'),
    certified: query.get('certified') === '1',
    shopId: id('shopId'),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'default',
    view: listViews.find((view) => view === query.get('view')) ?? 'cards',
    current: parseWhole(query.get('current'), 1, 1_000_000) ?? 1,
  }
}

const parseTags = (text: string) =>
  [...new Set(text.split(',').map((tag) => tag.trim()))]
    .filter((tag) => /^[\p{L}\p{N} .+/-]{1,20}$/u.test(tag))
    .slice(0, 10)

/** Query of a state, without default values. */
export const listQuery = (state: ListState) => ({
  keyword: state.keyword,
  exact: state.exact && state.keyword !== '' ? 1 : undefined,
  id: state.id,
  fieldLevel2Id: state.fieldLevel2Id,
  fieldLevel3Id: state.fieldLevel3Id,
  tags: state.tags.join(','),
  region: state.region,
  priceFrom: state.priceFrom,
  priceTo: state.priceTo,
  priceType: state.priceType,
  brandId: state.brandId,
  certified: state.certified ? 1 : undefined,
  shopId: state.shopId,
  sort: state.sort === 'default' ? undefined : state.sort,
  view: state.view === 'cards' ? undefined : state.view,
  current: state.current === 1 ? undefined : state.current,
})

/** The same list without filters; only the shop and the view are kept. */
export const clearFilters = (state: ListState): ListState => {
  const bare = listState(new URLSearchParams(state.shopId === undefined ? '' : { shopId: String(state.shopId) }))
  return { ...bare, view: state.view }
}

const fen = (yuan: number | undefined) => (yuan === undefined ? undefined : yuan * 100)

/** Input of the list and menu calls; the calls for services ignore the brand. */
export const listFilter = (state: ListState) => ({
  keyword: state.keyword,
  exact: state.exact || undefined,
  id: state.id,
  fieldLevel2Id: state.fieldLevel2Id,
  fieldLevel3Id: state.fieldLevel3Id,
  tags: [...state.tags],
  districtCode: state.region,
  priceFrom: fen(state.priceFrom),
  priceTo: fen(state.priceTo),
  priceType: state.priceType,
  brandId: state.brandId,
  certified: state.certified,
  shopId: state.shopId,
})

/** Number of chosen facets; with more than one, the page is not indexed. */
export const chosenFacetCount = (state: ListState): number =>
  [
    state.id ?? state.fieldLevel2Id ?? state.fieldLevel3Id,
    state.tags.length > 0 || undefined,
    state.region,
    state.priceFrom ?? state.priceTo,
    state.priceType,
    state.brandId,
    state.certified || undefined,
    state.shopId,
  ].filter((each) => each !== undefined).length

/** Whether search engines may index this list: at most one facet, no keyword, default order. */
export const isIndexed = (state: ListState): boolean =>
  state.keyword === '' &&
  state.sort === 'default' &&
  state.view === 'cards' &&
  chosenFacetCount(state) <= 1 &&
  state.tags.length <= 1
