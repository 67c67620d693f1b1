import { isFacility, parkFields, type Facility } from '../../domain/content/parks.ts'
import { links } from '../../domain/links.ts'
import { countOf, districtOf, pageOf, wordOf } from './query-parts.ts'

export const parkSorts = [
  { sort: 'default', label: '入驻企业' },
  { sort: 'rent', label: '租金从低' },
  { sort: 'area', label: '可租面积' },
] as const

/** What the address of the parks says; what makes no sense is left out. Rent in yuan, as people type it. */
export const parkQuery = (query: URLSearchParams) => ({
  keyword: wordOf(query),
  districtCode: districtOf(query.get('district')),
  field: parkFields.find((field) => field === query.get('field')),
  facilities: [...new Set((query.get('facilities') ?? '').split(',').filter(isFacility))],
  areaFrom: countOf(query.get('areaFrom')),
  rentTo: countOf(query.get('rentTo')),
  sort: parkSorts.find(({ sort }) => sort === query.get('sort'))?.sort ?? ('default' as const),
  current: pageOf(query),
})
export type ParkQuery = ReturnType<typeof parkQuery>

/** The query as the address names it. */
export const parkAddress = ({ districtCode, facilities, sort, current, ...query }: ParkQuery) => ({
  ...query,
  district: districtCode,
  facilities: facilities.join(','),
  sort: sort === 'default' ? undefined : sort,
  current: current === 1 ? undefined : current,
})
/** The address of a query, without what is as it would be anyway. */
export const parkLink = (query: ParkQuery) => links.parks(parkAddress(query))

/** Input of the call that reads the list. */
export const parkInput = ({ rentTo, facilities, ...query }: ParkQuery) => ({
  ...query,
  facilities: [...facilities],
  rentTo: rentTo === undefined ? undefined : Math.min(rentTo, 100_000) * 100,
})

export const withFacility = (facilities: readonly Facility[], facility: Facility): Facility[] =>
  facilities.includes(facility) ? facilities.filter((each) => each !== facility) : [...facilities, facility]

/** How many of the facets are chosen; beyond the first, search engines are kept out. */
export const parkFacets = ({ districtCode, field, facilities, areaFrom, rentTo }: ParkQuery): number =>
  [districtCode, field, areaFrom, rentTo].filter((each) => each !== undefined).length + facilities.length
