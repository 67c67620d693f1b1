import { and, arrayContains, asc, count, gte, ilike, lte, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { parks as table } from '../../../db/tables/drug.ts'
import { districts } from '../../../db/tables/reference.ts'
import { facilities as facilityNames, facilityKeys, parkFields } from '../../../domain/content/parks.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { placeNames } from '../../reference/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { parkColumns, presentPark } from './park-rows.ts'
import { inDistrict, provinceFacet, provinceOf } from './places.ts'
import { shown } from '../shown.ts'
import { inOrder } from './policies.ts'

type Input = z.output<typeof drugCalls.parks.input>

/** What is asked for, all but one facet where its values are counted. Facilities narrow: each further one is of what is left. */
function conditions(input: Input, but?: 'districtCode' | 'field') {
  const { keyword, districtCode, field, facilities, areaFrom, rentTo } = input
  const part = anywhere(keyword)
  // 成都 finds what lies there, whatever it is called.
  const there = sql`exists (select 1 from ${districts} where ${ilike(districts.name, part)}
    and ${districts.code} in (left(${table.districtCode}, 2) || '0000', left(${table.districtCode}, 4) || '00', ${table.districtCode}))`
  return and(
    shown(table),
    keyword === ''
      ? undefined
      : or(ilike(table.name, part), ilike(table.brief, part), ilike(table.address, part), there),
    districtCode === undefined || but === 'districtCode' ? undefined : inDistrict(table.districtCode, districtCode),
    field === undefined || but === 'field' ? undefined : arrayContains(table.fields, [field]),
    facilities.length === 0 ? undefined : arrayContains(table.facilities, facilities),
    areaFrom === undefined ? undefined : gte(table.areaFree, areaFrom),
    rentTo === undefined ? undefined : lte(table.rentLow, rentTo),
  )
}

const orders: Readonly<Record<Input['sort'], readonly SQL[]>> = {
  default: [descending(table.companyCount), asc(table.id)],
  rent: [sql`${table.rentLow} asc nulls last`, asc(table.id)],
  area: [descending(table.areaFree), asc(table.id)],
}

export const parks: Handler<typeof drugCalls.parks> = async (input, { db }) => {
  const { current, pageSize, sort } = input
  const found = conditions(input)
  const [names, total, rows, provinces, fields, has] = await Promise.all([
    placeNames(db),
    db.$count(table, found),
    db
      .select(parkColumns)
      .from(table)
      .where(found)
      .orderBy(...orders[sort])
      .limit(pageSize)
      .offset((current - 1) * pageSize),
    db
      .select({ value: provinceOf(table.districtCode), count: count() })
      .from(table)
      .where(conditions(input, 'districtCode'))
      .groupBy(sql`1`),
    db
      .select({ value: sql<string>`unnest(${table.fields})`, count: count() })
      .from(table)
      .where(conditions(input, 'field'))
      .groupBy(sql`1`),
    db
      .select({ value: sql<string>`unnest(${table.facilities})`, count: count() })
      .from(table)
      .where(found)
      .groupBy(sql`1`),
  ])
  return {
    total,
    data: rows.map((row) => presentPark(row, names)),
    districts: provinceFacet(provinces, names),
    fields: inOrder(parkFields, fields),
    facilityCounts: facilityKeys.map((key) => ({
      ...{ value: key, label: facilityNames[key] },
      count: has.find(({ value }) => value === key)?.count ?? 0,
    })),
  }
}
