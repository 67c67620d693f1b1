import { and, arrayOverlaps, asc, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { parkPolicies, parks as table, policies } from '../../../db/tables/drug.ts'
import type { Handler } from '../../handler.ts'
import { descending, fileUrl } from '../../operations/public.ts'
import { placeNames } from '../../reference/public.ts'
import { shown } from '../shown.ts'
import { parkColumns, presentPark } from './park-rows.ts'
import { policyColumns, presentPolicy } from './policy-rows.ts'

const mostSimilar = 4
const mostPolicies = 12

export const park: Handler<typeof drugCalls.park> = async ({ parkId }, { db }) => {
  const more = {
    ...{
      content: table.content,
      format: table.format,
      facts: table.facts,
      services: table.services,
      gallery: table.gallery,
    },
    ...{ contactName: table.contactName, contactPhone: table.contactPhone, contactHours: table.contactHours },
    updatedAt: table.updatedAt,
  }
  const [row] = await db
    .select({ ...parkColumns, ...more })
    .from(table)
    .where(and(eq(table.id, parkId), shown(table)))
  if (row === undefined) throw new CallFailed('notFound')
  const sameProvince = sql`left(${table.districtCode}, 2) = ${row.districtCode.slice(0, 2)}`
  const alike = row.fields.length === 0 ? undefined : arrayOverlaps(table.fields, row.fields)
  const [names, helping, similar] = await Promise.all([
    placeNames(db),
    db
      .select(policyColumns)
      .from(policies)
      .innerJoin(parkPolicies, and(eq(parkPolicies.policyId, policies.id), eq(parkPolicies.parkId, parkId)))
      .where(shown(policies))
      .orderBy(descending(policies.issuedOn), descending(policies.id))
      .limit(mostPolicies),
    db
      .select(parkColumns)
      .from(table)
      .where(and(ne(table.id, parkId), shown(table), or(sameProvince, alike)))
      .orderBy(desc(sameProvince), descending(table.companyCount), asc(table.id))
      .limit(mostSimilar),
  ])
  const { content, format, updatedAt, ...rest } = row
  return {
    ...presentPark(rest, names),
    facts: rest.facts,
    services: rest.services,
    gallery: rest.gallery.map((picture) =>
      'view' in picture
        ? { ...picture, url: '' }
        : { view: null, caption: picture.caption, url: fileUrl({ id: picture.fileId, name: picture.name }) },
    ),
    ...{ contactName: row.contactName, contactPhone: row.contactPhone, contactHours: row.contactHours },
    body: { format, text: content },
    updatedAt: updatedAt.toISOString(),
    policies: helping.map((each) => presentPolicy(each, names)),
    similar: similar.map((each) => presentPark(each, names)),
  }
}
