/** Six-digit codes of districts: the first two digits are the province, the first four the city. */

/** Levels of the register: 1 province, 2 city, 3 county. */
export type DistrictLevel = 1 | 2 | 3

export const districtLevelNames: Readonly<Record<DistrictLevel, string>> = { 1: '省级', 2: '地级', 3: '县级' }

/** Level that a code says: `320000` 1, `320500` 2, `320506` 3. */
export function districtLevel(code: string): DistrictLevel {
  if (code.endsWith('0000')) return 1
  return code.endsWith('00') ? 2 : 3
}

/** Code of the district above; null above a province. */
export function parentDistrict(code: string): string | null {
  const level = districtLevel(code)
  if (level === 1) return null
  return level === 2 ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

/** Level below a district; of none, the provinces. A county has none below: its own level. */
export function levelBelow(code: string | undefined): DistrictLevel {
  if (code === undefined || code === '') return 1
  return districtLevel(code) === 1 ? 2 : 3
}

/** Digits that a district and everything below it share. */
export const districtPrefix = (code: string): string => code.slice(0, districtLevel(code) * 2)
