import type { CountedFacet, FacetLevel, FacetOption, ListingMenu } from '../../../contract/catalogue/listing-fields.ts'
import type { SearchReading } from '../../../contract/catalogue/search.ts'
import { questionPartNames } from '../../../domain/search/question.ts'
import { priceTypes } from '../../../domain/catalogue/listing.ts'
import { clearFilters, listQuery, type ListState } from '../../../domain/catalogue/list-query.ts'

/** One value of a facet row. The link of a chosen value removes it. */
export interface FacetChoice {
  readonly label: string
  readonly href: string
  readonly chosen: boolean
  /** Undefined if the count is partial. */
  readonly count: number | undefined
}
export interface FacetRow {
  /** Facet that a typed price range replaces. */
  readonly isPrice?: true
  readonly name: string
  readonly choices: readonly FacetChoice[]
  /** Allows several values, combined by OR. */
  readonly several?: true
}
/** A chosen filter with the URL that removes it. */
export interface ChosenFilter {
  readonly group: string
  readonly label: string
  readonly href: string
}

type LinkOf = (query: ReturnType<typeof listQuery>) => string
type FacetMenu = Pick<ListingMenu, 'levels' | 'tags' | 'districts' | 'brands' | 'prices' | 'types' | 'partial'>
export const emptyFacetMenu: FacetMenu = {
  levels: [],
  tags: [],
  districts: [],
  brands: [],
  prices: [],
  types: [],
  partial: [],
}

const noCategory = { id: undefined, fieldLevel2Id: undefined, fieldLevel3Id: undefined }
const noPrice = { priceFrom: undefined, priceTo: undefined }

/** The rows, chips and links of a list page, from its address and its menu. */
export function listModel(
  state: ListState,
  menu: FacetMenu,
  {
    linkOf,
    first,
    reading,
  }: { readonly linkOf: LinkOf; readonly first: string; readonly reading?: SearchReading | undefined },
) {
  const to = (change: Partial<ListState>) => linkOf(listQuery({ ...state, current: 1, ...change }))
  const counted = (facet: CountedFacet) => (count: number) => (menu.partial.includes(facet) ? undefined : count)
  const levels = menu.levels.map((level, index) =>
    categoryRow(level, menu.levels[index - 1], to, counted('category'), first),
  )
  const tags: FacetRow = {
    name: '资质',
    several: true,
    choices: withChosen(menu.tags, state.tags).map(({ value, label, count }) => {
      const chosen = state.tags.includes(value)
      const next = chosen ? state.tags.filter((tag) => tag !== value) : [...state.tags, value]
      return { label, chosen, count: counted('tags')(count), href: to({ tags: next }) }
    }),
  }
  const districts: FacetRow = {
    name: '地区',
    choices: menu.districts.map(({ value, label, count }) => {
      const chosen = state.region?.slice(0, 2) === value
      return { label, chosen, count: counted('district')(count), href: to({ region: chosen ? undefined : value }) }
    }),
  }
  const prices: FacetRow = {
    name: '价格',
    isPrice: true,
    choices: menu.prices.map((option) => priceChoice(option, state, to, counted('price'))),
  }
  const brands: FacetRow = {
    name: '品牌',
    choices: menu.brands.map(({ value, label, count }) => {
      const chosen = state.brandId === Number(value)
      return {
        label,
        chosen,
        count: counted('brand')(count),
        href: to({ brandId: chosen ? undefined : Number(value) }),
      }
    }),
  }
  const types: FacetRow = {
    name: '计价方式',
    choices: menu.types.map(({ value, label, count }) => {
      const type = priceTypes.find((each) => String(each) === value)
      const chosen = state.priceType === type
      return { label, chosen, count: counted('type')(count), href: to({ priceType: chosen ? undefined : type }) }
    }),
  }
  const rows = [...levels, brands, tags, districts, types].filter(({ choices }) => choices.length > 0)
  return {
    rows,
    prices,
    to,
    clear: linkOf(listQuery(clearFilters(state))),
    chosen: [
      ...understoodParts(state.keyword === '' ? null : reading, (keyword) => to({ keyword })),
      ...chosenFilters([...rows, prices], state, to),
    ],
  }
}

const levelNames = ['', '二级分类', '服务项目', '具体内容']

function categoryRow(
  { level, chosenId, options }: FacetLevel,
  above: FacetLevel | undefined,
  to: (change: Partial<ListState>) => string,
  counted: (count: number) => number | undefined,
  first: string,
): FacetRow {
  return {
    name: level === 1 ? first : (levelNames[level - 1] ?? ''),
    choices: options.map(({ categoryId, categoryName, count }) => {
      const chosen = categoryId === chosenId
      const goal = chosen ? categoryOf(level - 1, above?.chosenId ?? undefined) : categoryOf(level, categoryId)
      return { label: categoryName, chosen, count: counted(count), href: to({ ...noCategory, ...goal }) }
    }),
  }
}

/** Specification 2.3: levels 2 and 3 have names of their own, 1 and 4 are `id`. */
function categoryOf(level: number, id: number | undefined): Partial<ListState> {
  if (id === undefined || level < 1) return noCategory
  return level === 2 ? { fieldLevel2Id: id } : level === 3 ? { fieldLevel3Id: id } : { id }
}

function priceChoice(
  { value, label, count }: FacetOption,
  state: ListState,
  to: (change: Partial<ListState>) => string,
  counted: (count: number) => number | undefined,
): FacetChoice {
  const [from, until] = value.split('-').map((end) => (end === '' ? undefined : Number(end) / 100))
  const chosen = state.priceFrom === from && state.priceTo === until && (from ?? until) !== undefined
  return {
    label,
    chosen,
    count: counted(count),
    href: to(chosen ? noPrice : { priceFrom: from, priceTo: until }),
  }
}

/** Keeps a chosen value in its row even without results. */
const withChosen = (options: readonly FacetOption[], chosen: readonly string[]): readonly FacetOption[] => [
  ...options,
  ...chosen
    .filter((tag) => options.every(({ value }) => value !== tag))
    .map((tag) => ({ value: tag, label: tag, count: 0 })),
]

/** What the keyword was understood as, as chips that take it out of the keyword; not what is left out of the search. */
export const understoodParts = (
  reading: SearchReading | undefined,
  linkOf: (keyword: string) => string,
): ChosenFilter[] =>
  (reading?.parts ?? [])
    .filter(({ kind }) => reading?.dropped.includes(kind) !== true)
    .map(({ kind, label, without }) => ({ group: questionPartNames[kind], label, href: linkOf(without) }))

/** What is chosen, as chips: the facets, then what was typed. */
function chosenFilters(
  rows: readonly FacetRow[],
  state: ListState,
  to: (change: Partial<ListState>) => string,
): ChosenFilter[] {
  const facets = rows.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen).map(({ label, href }) => ({ group: name, label, href })),
  )
  const hasBand = rows.some(({ isPrice, choices }) => isPrice === true && choices.some(({ chosen }) => chosen))
  const typed: (ChosenFilter | undefined)[] = [
    hasBand || (state.priceFrom ?? state.priceTo) === undefined
      ? undefined
      : { group: '价格', label: rangeText(state), href: to({ ...noPrice }) },
    state.keyword === ''
      ? undefined
      : { group: '关键词', label: state.keyword, href: to({ keyword: '', exact: false }) },
    state.shopId === undefined ? undefined : { group: '店铺', label: '只看本店', href: to({ shopId: undefined }) },
  ]
  return [...facets, ...typed.filter((chip) => chip !== undefined)]
}

const yuan = (amount: number) => `¥${amount.toLocaleString('en-US')}`
const rangeText = ({ priceFrom, priceTo }: ListState) =>
  priceFrom === undefined
    ? `${yuan(priceTo ?? 0)} 以下`
    : priceTo === undefined
      ? `${yuan(priceFrom)} 以上`
      : `${yuan(priceFrom)} ~ ${yuan(priceTo)}`
