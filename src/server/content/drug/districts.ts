import { eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { regionName, shortProvince } from '../../../domain/catalogue/region.ts'

/** District code of the whole country. */
export const wholeCountry = '000000'

/** Condition: rows in a district, including its cities and counties. */
export function inDistrict(column: PgColumn, code: string): SQL {
  if (code === wholeCountry) return isNull(column)
  if (code.endsWith('0000')) return sql`left(${column}, 2) = ${code.slice(0, 2)}`
  if (code.endsWith('00')) return sql`left(${column}, 4) = ${code.slice(0, 4)}`
  return eq(column, code)
}

/** Province code of a district column; `wholeCountry` without a district. */
export const provinceOf = (column: PgColumn): SQL<string> =>
  sql<string>`coalesce(left(${column}, 2) || '0000', ${wholeCountry})`

/** 四川 成都; 全国 without a code. */
export const districtName = (code: string | null, names: ReadonlyMap<string, string>): string =>
  code === null || code === wholeCountry ? '全国' : regionName(code, (each) => names.get(each))

/** Province facet with short names, highest count first. */
export const provinceFacet = (
  rows: readonly { readonly value: string; readonly count: number }[],
  names: ReadonlyMap<string, string>,
) =>
  rows
    .map(({ value, count }) => ({
      value,
      count,
      label: value === wholeCountry ? '全国' : shortProvince(names.get(value) ?? value),
    }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
