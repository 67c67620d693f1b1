import { regionName, shortProvince } from '../catalogue/region.ts'

/** Count of a district with a six-digit code. */
export interface PlaceCount {
  readonly code: string
  readonly count: number
}
/** A province with its cities, highest count first; names are short: 江苏, 苏州. */
export interface AreaCount extends PlaceCount {
  readonly name: string
  readonly childList: readonly (PlaceCount & { readonly name: string })[]
}

const municipalities = new Set(['11', '12', '31', '50'])
/** City code of a district; districts of a municipality or directly under a province (4290…) count as cities. */
const placeOf = (code: string) =>
  municipalities.has(code.slice(0, 2)) || code.slice(2, 4) === '90' ? code : `${code.slice(0, 4)}00`

/** Builds a menu of provinces and cities from counts by district. A code filters lists including descendants. */
export function areaMenu(counts: readonly PlaceCount[], nameOf: (code: string) => string | undefined): AreaCount[] {
  const provinces = Map.groupBy(counts, ({ code }) => `${code.slice(0, 2)}0000`)
  return byCount(
    [...provinces].flatMap(([code, below]) => {
      const name = nameOf(code)
      if (name === undefined) return []
      const places = Map.groupBy(below, (each) => placeOf(each.code))
      const childList = [...places]
        .filter(([place]) => place !== code)
        .map(([place, each]) => ({ code: place, name: placeName(place, nameOf), count: sum(each) }))
      return [{ code, name: shortProvince(name), count: sum(below), childList: byCount(childList) }]
    }),
  )
}

const placeName = (code: string, nameOf: (code: string) => string | undefined) =>
  regionName(code, nameOf).split(' ').at(-1) ?? code
const sum = (counts: readonly PlaceCount[]) => counts.reduce((total, { count }) => total + count, 0)
const byCount = <T extends PlaceCount>(counts: T[]): T[] =>
  counts.toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code))
