import { isFacility, parkFields, type Facility } from '../../../domain/content/parks.ts'
import { links } from '../../../domain/links.ts'
import { parseCountParam, parseDistrictParam, pageParam, keywordParam } from '../sections/query-params.ts'
import type { Counted } from '../../../contract/content/drug-fields.ts'
import type { ChosenFilter, FacetRow } from '../../catalogue/list/list-model.ts'
import { chosenFilters, facetRow } from '../policies/policy-model.ts'

export const parkSorts = [
  { sort: 'default', label: '入驻企业' },
  { sort: 'rent', label: '租金从低' },
  { sort: 'area', label: '可租面积' },
] as const

/** Query of the park list from its URL; invalid values are dropped. Rent in yuan. */
export const parkQuery = (query: URLSearchParams) => ({
  keyword: keywordParam(query),
  districtCode: parseDistrictParam(query.get('district')),
  field: parkFields.find((field) => field === query.get('field')),
  facilities: [...new Set((query.get('facilities') ?? '').split(',').filter(isFacility))],
  areaFrom: parseCountParam(query.get('areaFrom')),
  rentTo: parseCountParam(query.get('rentTo')),
  sort: parkSorts.find(({ sort }) => sort === query.get('sort'))?.sort ?? ('default' as const),
  current: pageParam(query),
})
export type ParkQuery = ReturnType<typeof parkQuery>

/** Query parameters of a park query. */
export const parkAddressQuery = ({ districtCode, facilities, sort, current, ...query }: ParkQuery) => ({
  ...query,
  district: districtCode,
  facilities: facilities.join(','),
  sort: sort === 'default' ? undefined : sort,
  current: current === 1 ? undefined : current,
})
/** URL of a query, without default values. */
export const parkLink = (query: ParkQuery) => links.parks(parkAddressQuery(query))

/** Input of the call that reads the list. */
export const parkInput = ({ rentTo, facilities, ...query }: ParkQuery) => ({
  ...query,
  facilities: [...facilities],
  rentTo: rentTo === undefined ? undefined : Math.min(rentTo, 100_000) * 100,
})

export const toggleFacility = (facilities: readonly Facility[], facility: Facility): Facility[] =>
  facilities.includes(facility) ? facilities.filter((each) => each !== facility) : [...facilities, facility]

/** Number of chosen facets; pages with more than one are noindex. */
export const parkFacetCount = ({ districtCode, field, facilities, areaFrom, rentTo }: ParkQuery): number =>
  [districtCode, field, areaFrom, rentTo].filter((each) => each !== undefined).length + facilities.length

export interface ParkMenu {
  readonly districts: readonly Counted[]
  readonly fields: readonly Counted[]
  readonly facilityCounts: readonly Counted[]
}

/** Facet rows and chosen filters of the park list. */
export function parkModel(query: ParkQuery, menu: ParkMenu): { rows: FacetRow[]; chosen: ChosenFilter[] } {
  const to = (change: Partial<ParkQuery>) => parkLink({ ...query, current: 1, ...change })
  const { keyword, districtCode, field, facilities, areaFrom, rentTo } = query
  const has = facetRow(
    '配套',
    menu.facilityCounts.filter(({ count, value }) => count > 0 || facilities.some((each) => each === value)),
    (value) => facilities.some((each) => each === value),
    (value) => to({ facilities: isFacility(value) ? toggleFacility(facilities, value) : [...facilities] }),
  )
  const rows: FacetRow[] = [
    facetRow(
      '地区',
      menu.districts,
      (value) => value.slice(0, 2) === districtCode?.slice(0, 2),
      (value, chosen) => to({ districtCode: chosen ? undefined : value }),
    ),
    facetRow(
      '产业方向',
      menu.fields,
      (value) => value === field,
      (value, chosen) => to({ field: chosen ? undefined : parkFields.find((each) => each === value) }),
    ),
    { ...has, several: true as const },
  ].filter(({ choices }) => choices.length > 0)
  const chosen = [
    ...(keyword === '' ? [] : [{ group: '关键词', label: keyword, href: to({ keyword: '' }) }]),
    ...chosenFilters(rows),
    ...(areaFrom === undefined
      ? []
      : [{ group: '可租面积', label: `${areaFrom} ㎡ 以上`, href: to({ areaFrom: undefined }) }]),
    ...(rentTo === undefined
      ? []
      : [{ group: '租金', label: `${rentTo} 元/㎡·月以内`, href: to({ rentTo: undefined }) }]),
  ]
  return { rows, chosen }
}
