import { and, eq, isNull, ne } from 'drizzle-orm'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { parkPolicies, parks, policies as table } from '../../../db/tables/drug.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { placeNames } from '../../reference/public.ts'
import { shown } from '../shown.ts'
import { districtName, inDistrict } from './places.ts'
import { policyColumns, presentPolicy } from './policy-rows.ts'

const mostRelated = 5

export const policy: Handler<typeof drugCalls.policy> = async ({ policyId }, { db }) => {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, policyId), shown(table)))
  if (row === undefined) throw new CallFailed('notFound')
  const { districtCode } = row
  const near =
    districtCode === null
      ? isNull(table.districtCode)
      : inDistrict(table.districtCode, `${districtCode.slice(0, 2)}0000`)
  const [names, where, related] = await Promise.all([
    placeNames(db),
    db
      .select({ parkId: parks.id, parkName: parks.name, districtCode: parks.districtCode })
      .from(parkPolicies)
      .innerJoin(parks, eq(parks.id, parkPolicies.parkId))
      .where(and(eq(parkPolicies.policyId, policyId), shown(parks)))
      .orderBy(parks.id)
      .limit(20),
    db
      .select(policyColumns)
      .from(table)
      .where(and(near, ne(table.id, policyId), shown(table)))
      .orderBy(descending(table.issuedOn), descending(table.id))
      .limit(mostRelated),
  ])
  return {
    ...presentPolicy(row, names),
    body: { format: row.format, text: row.content },
    sourceUrl: row.sourceUrl,
    updatedAt: row.updatedAt.toISOString(),
    parks: where.map((park) => ({
      ...{ parkId: park.parkId, parkName: park.parkName },
      districtName: districtName(park.districtCode, names),
    })),
    related: related.map((each) => presentPolicy(each, names)),
  }
}
