import { and, count, eq, sql } from 'drizzle-orm'
import type { ParkRow } from '../../../contract/content/drug-fields.ts'
import { parkPolicies, parks, policies } from '../../../db/tables/drug.ts'
import { shown } from '../shown.ts'
import { districtName } from './places.ts'

/** Columns of a row of a list. */
export const parkColumns = {
  id: parks.id,
  name: parks.name,
  districtCode: parks.districtCode,
  address: parks.address,
  brief: parks.brief,
  fields: parks.fields,
  facilities: parks.facilities,
  areaTotal: parks.areaTotal,
  areaFree: parks.areaFree,
  rentLow: parks.rentLow,
  rentHigh: parks.rentHigh,
  openedIn: parks.openedIn,
  companyCount: parks.companyCount,
  isSample: parks.isSample,
  policyCount: sql<number>`(select ${count()}::int from ${parkPolicies} inner join ${policies} on ${eq(policies.id, parkPolicies.policyId)}
    where ${and(eq(parkPolicies.parkId, parks.id), shown(policies))})`,
}
type Read = Pick<typeof parks.$inferSelect, Exclude<keyof typeof parkColumns, 'policyCount'>> & {
  readonly policyCount: number
}

export const presentPark = ({ id, name, ...row }: Read, names: ReadonlyMap<string, string>): ParkRow => ({
  ...row,
  parkId: id,
  parkName: name,
  districtName: districtName(row.districtCode, names),
})
