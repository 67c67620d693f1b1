import type { PriceType } from './listing.ts'

/** What the address of a services or goods list says. Prices are whole yuan there, as people type them. */
export interface ListState {
  readonly keyword: string
  /** The chosen category, and in which of the specification's three names it stands. */
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
  readonly current: number
}
export const listSorts = ['default', 'new', 'priceUp', 'priceDown', 'duration'] as const
export type ListSort = (typeof listSorts)[number]

/** A list counts this many and leafs through as many; who looks for more narrows it. */
export const mostListed = 2_000
/** The same of lists of shops, of which there are a hundred times fewer. */
export const mostShopsListed = 10_000

const keywordMax = 30
const mostYuan = 1_000_000_000_000

/** A whole number of the query between two bounds; anything else is as if it were not there. */
function whole(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text.trim())) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}

/** Reads an address. What makes no sense is left out, so that a bad link still shows a list. */
export function listState(query: URLSearchParams, sorts: readonly ListSort[] = listSorts): ListState {
  const id = (name: string) => whole(query.get(name), 1, 2_147_483_647)
  const [one, other] = [whole(query.get('priceFrom'), 0, mostYuan), whole(query.get('priceTo'), 0, mostYuan)]
  const crossed = one !== undefined && other !== undefined && one > other
  const type = whole(query.get('priceType'), 0, 2)
  const region = query.get('region') ?? ''
  return {
    // oxlint-disable-next-line no-control-regex -- nobody types these, and the calls refuse them
    keyword: [...(query.get('keyword') ?? '').replace(/[\u0000-\u001f]/g, ' ').trim()].slice(0, keywordMax).join(''),
    id: id('id'),
    fieldLevel2Id: id('fieldLevel2Id'),
    fieldLevel3Id: id('fieldLevel3Id'),
    tags: tagsOf(query.get('tags') ?? ''),
    region: /^\d{2,6}$/.test(region) ? region : undefined,
    priceFrom: crossed ? other : one,
    priceTo: crossed ? one : other,
    priceType: type === 0 || type === 1 || type === 2 ? type : undefined,
    brandId: id('brandId'),
    certified: query.get('certified') === '1',
    shopId: id('shopId'),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'default',
    current: whole(query.get('current'), 1, 1_000_000) ?? 1,
  }
}

const tagsOf = (text: string) =>
  [...new Set(text.split(',').map((tag) => tag.trim()))]
    .filter((tag) => /^[\p{L}\p{N} .+/-]{1,20}$/u.test(tag))
    .slice(0, 10)

/** The address of a state, without what is as it would be anyway. */
export const listQuery = (state: ListState) => ({
  keyword: state.keyword,
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
  current: state.current === 1 ? undefined : state.current,
})

/** The same list without conditions; the keyword's kind of list stays. */
export const cleared = (state: ListState): ListState =>
  listState(new URLSearchParams(state.shopId === undefined ? '' : { shopId: String(state.shopId) }))

const fen = (yuan: number | undefined) => (yuan === undefined ? undefined : yuan * 100)

/** Input of the list and menu calls; that of services knows no brand and leaves it out. */
export const listFilter = (state: ListState) => ({
  keyword: state.keyword,
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

/** How many of the facets are chosen; beyond the first, search engines are kept out. */
export const facetsChosen = (state: ListState): number =>
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

/** Whether a search engine may keep this list: one facet at most, no keyword, plain order. */
export const isIndexed = (state: ListState): boolean =>
  state.keyword === '' && state.sort === 'default' && facetsChosen(state) <= 1 && state.tags.length <= 1
