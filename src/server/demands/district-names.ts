import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { districts } from '../../db/tables/reference.ts'
import { regionName } from '../../domain/catalogue/region.ts'

/** Table aliases of a district, its city and its province, joined by code. */
export const place = alias(districts, 'place')
export const city = alias(districts, 'city')
export const province = alias(districts, 'province')

/** Join conditions for a district code column. */
export const districtJoins = (code: SQLWrapper) => ({
  place: eq(place.code, code),
  city: sql`${city.code} = left(${code}, 4) || '00'`,
  province: sql`${province.code} = left(${code}, 2) || '0000'`,
})

/** Selected columns of the joins. */
export const districtNames = { placeName: place.name, cityName: city.name, provinceName: province.name }

interface Names {
  readonly placeName: string | null
  readonly cityName: string | null
  readonly provinceName: string | null
}

/** Full district name, such as 江苏 苏州; empty without a district. */
export function districtNameOf(code: string | null, names: Names): string {
  if (code === null) return ''
  const known = new Map([
    [code, names.placeName],
    [`${code.slice(0, 4)}00`, names.cityName],
    [`${code.slice(0, 2)}0000`, names.provinceName],
  ])
  return regionName(code, (each) => known.get(each) ?? undefined)
}
