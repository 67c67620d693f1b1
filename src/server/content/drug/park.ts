import { and, arrayOverlaps, asc, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { parkPolicies, parks as table, policies } from '../../../db/tables/drug.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { placeNames } from '../../reference/public.ts'
import { paragraphsOf } from './news-rows.ts'
import { parkColumns, presentPark } from './park-rows.ts'
import { policyColumns, presentPolicy } from './policy-rows.ts'

const mostSimilar = 4
const mostPolicies = 12

export const park: Handler<typeof drugCalls.park> = async ({ parkId }, { db }) => {
  const more = {
    ...{ content: table.content, facts: table.facts, services: table.services, gallery: table.gallery },
    ...{ contactName: table.contactName, contactPhone: table.contactPhone, contactHours: table.contactHours },
    updatedAt: table.updatedAt,
  }
  const [row] = await db
    .select({ ...parkColumns, ...more })
    .from(table)
    .where(eq(table.id, parkId))
  if (row === undefined) throw new CallFailed('notFound')
  const sameProvince = sql`left(${table.districtCode}, 2) = ${row.districtCode.slice(0, 2)}`
  const alike = row.fields.length === 0 ? undefined : arrayOverlaps(table.fields, row.fields)
  const [names, helping, similar] = await Promise.all([
    placeNames(db),
    db
      .select(policyColumns)
      .from(policies)
      .innerJoin(parkPolicies, and(eq(parkPolicies.policyId, policies.id), eq(parkPolicies.parkId, parkId)))
      .orderBy(descending(policies.issuedOn), descending(policies.id))
      .limit(mostPolicies),
    db
      .select(parkColumns)
      .from(table)
      .where(and(ne(table.id, parkId), or(sameProvince, alike)))
      .orderBy(desc(sameProvince), descending(table.companyCount), asc(table.id))
      .limit(mostSimilar),
  ])
  const { content, updatedAt, ...rest } = row
  return {
    ...presentPark(rest, names),
    facts: rest.facts,
    services: rest.services,
    gallery: rest.gallery,
    ...{ contactName: row.contactName, contactPhone: row.contactPhone, contactHours: row.contactHours },
    paragraphs: paragraphsOf(content),
    updatedAt: updatedAt.toISOString(),
    policies: helping.map((each) => presentPolicy(each, names)),
    similar: similar.map((each) => presentPark(each, names)),
  }
}
