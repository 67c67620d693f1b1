import type { Counted } from '../../contract/content/drug-fields.ts'
import { isFacility, parkFields } from '../../domain/content/parks.ts'
import type { Chosen, FacetRow } from '../catalogue/list-model.ts'
import { parkLink, withFacility, type ParkQuery } from './park-query.ts'
import { chosenOf, facetRow } from './policy-model.ts'

export interface ParkMenu {
  readonly districts: readonly Counted[]
  readonly fields: readonly Counted[]
  readonly facilityCounts: readonly Counted[]
}

/** Rows, chips and links of the parks, from their address and what there is. */
export function parkModel(query: ParkQuery, menu: ParkMenu): { rows: FacetRow[]; chosen: Chosen[] } {
  const to = (change: Partial<ParkQuery>) => parkLink({ ...query, current: 1, ...change })
  const { keyword, districtCode, field, facilities, areaFrom, rentTo } = query
  const has = facetRow(
    '配套',
    menu.facilityCounts.filter(({ count, value }) => count > 0 || facilities.some((each) => each === value)),
    (value) => facilities.some((each) => each === value),
    (value) => to({ facilities: isFacility(value) ? withFacility(facilities, value) : [...facilities] }),
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
    ...chosenOf(rows),
    ...(areaFrom === undefined
      ? []
      : [{ group: '可租面积', label: `${areaFrom} ㎡ 以上`, href: to({ areaFrom: undefined }) }]),
    ...(rentTo === undefined
      ? []
      : [{ group: '租金', label: `${rentTo} 元/㎡·月以内`, href: to({ rentTo: undefined }) }]),
  ]
  return { rows, chosen }
}
