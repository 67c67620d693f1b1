import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { z } from 'zod'
import type { ParkRow } from '../../../contract/content/drug-fields.ts'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { parkPolicies, parks as table, policies } from '../../../db/tables/drug.ts'
import { districts } from '../../../db/tables/reference.ts'
import {
  facilities as facilityNames,
  facilityKeys,
  parkFields,
  type ParkPicture,
} from '../../../domain/content/parks.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { descending } from '../../platform/queries/descending.ts'
import { districtNames } from '../../platform/district-names.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isPublished } from '../published.ts'
import { districtName, inDistrict, provinceFacet, provinceOf } from './districts.ts'
import { inDeclaredOrder } from './policies.ts'
import { policyColumns, presentPolicy } from './policy-rows.ts'

/** List columns of parks. */
const parkColumns = {
  id: table.id,
  name: table.name,
  districtCode: table.districtCode,
  address: table.address,
  brief: table.brief,
  fields: table.fields,
  facilities: table.facilities,
  areaTotal: table.areaTotal,
  areaFree: table.areaFree,
  rentLow: table.rentLow,
  rentHigh: table.rentHigh,
  openedIn: table.openedIn,
  companyCount: table.companyCount,
  isSample: table.isSample,
  gallery: table.gallery,
  policyCount: sql<number>`(select ${count()}::int from ${parkPolicies} inner join ${policies} on ${eq(policies.id, parkPolicies.policyId)}
    where ${and(eq(parkPolicies.parkId, table.id), isPublished(policies))})`,
}
type ParkRecord = Pick<typeof table.$inferSelect, Exclude<keyof typeof parkColumns, 'policyCount'>> & {
  readonly policyCount: number
}

/** URL of a gallery picture; empty for an illustration. */
const galleryUrl = (picture: ParkPicture): string =>
  'view' in picture ? '' : fileUrl({ id: picture.fileId, name: picture.name })

const presentPark = ({ id, name, gallery, ...row }: ParkRecord, names: ReadonlyMap<string, string>): ParkRow => ({
  ...row,
  coverUrl: gallery.map(galleryUrl).find((url) => url !== '') ?? '',
  parkId: id,
  parkName: name,
  districtName: districtName(row.districtCode, names),
})

type Input = z.output<typeof drugCalls.parks.input>

/** Search condition, without the facet `but` whose values are counted. All given facilities must match. */
function parkConditions(input: Input, but?: 'districtCode' | 'field') {
  const { keyword, districtCode, field, facilities, areaFrom, rentTo } = input
  const part = likePattern(keyword)
  // A place name also matches parks by district.
  const there = sql`exists (select 1 from ${districts} where ${ilike(districts.name, part)}
    and ${districts.code} in (left(${table.districtCode}, 2) || '0000', left(${table.districtCode}, 4) || '00', ${table.districtCode}))`
  return and(
    isPublished(table),
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

const parkOrders: Readonly<Record<Input['sort'], readonly SQL[]>> = {
  default: [descending(table.companyCount), asc(table.id)],
  rent: [sql`${table.rentLow} asc nulls last`, asc(table.id)],
  area: [descending(table.areaFree), asc(table.id)],
}

export const parks: Handler<typeof drugCalls.parks> = async (input, { db }) => {
  const { current, pageSize, sort } = input
  const found = parkConditions(input)
  const [names, total, rows, provinces, fields, has] = await Promise.all([
    districtNames(db),
    db.$count(table, found),
    db
      .select(parkColumns)
      .from(table)
      .where(found)
      .orderBy(...parkOrders[sort])
      .limit(pageSize)
      .offset((current - 1) * pageSize),
    db
      .select({ value: provinceOf(table.districtCode), count: count() })
      .from(table)
      .where(parkConditions(input, 'districtCode'))
      .groupBy(sql`1`),
    db
      .select({ value: sql<string>`unnest(${table.fields})`, count: count() })
      .from(table)
      .where(parkConditions(input, 'field'))
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
    fields: inDeclaredOrder(parkFields, fields),
    facilityCounts: facilityKeys.map((key) => ({
      value: key,
      label: facilityNames[key],
      count: has.find(({ value }) => value === key)?.count ?? 0,
    })),
  }
}

const maxSimilarParks = 4
const maxPolicies = 12

export const park: Handler<typeof drugCalls.park> = async ({ parkId }, { db }) => {
  const more = {
    content: table.content,
    format: table.format,
    facts: table.facts,
    services: table.services,
    gallery: table.gallery,
    contactName: table.contactName,
    contactPhone: table.contactPhone,
    contactHours: table.contactHours,
    updatedAt: table.updatedAt,
  }
  const [row] = await db
    .select({ ...parkColumns, ...more })
    .from(table)
    .where(and(eq(table.id, parkId), isPublished(table)))
  if (row === undefined) throw new CallFailed('notFound')
  const sameProvince = sql`left(${table.districtCode}, 2) = ${row.districtCode.slice(0, 2)}`
  const alike = row.fields.length === 0 ? undefined : arrayOverlaps(table.fields, row.fields)
  const [names, helping, similar] = await Promise.all([
    districtNames(db),
    db
      .select(policyColumns)
      .from(policies)
      .innerJoin(parkPolicies, and(eq(parkPolicies.policyId, policies.id), eq(parkPolicies.parkId, parkId)))
      .where(isPublished(policies))
      .orderBy(descending(policies.issuedOn), descending(policies.id))
      .limit(maxPolicies),
    db
      .select(parkColumns)
      .from(table)
      .where(and(ne(table.id, parkId), isPublished(table), or(sameProvince, alike)))
      .orderBy(desc(sameProvince), descending(table.companyCount), asc(table.id))
      .limit(maxSimilarParks),
  ])
  const { content, format, updatedAt, ...rest } = row
  return {
    ...presentPark(rest, names),
    facts: rest.facts,
    services: rest.services,
    gallery: rest.gallery.map((picture) => ({
      view: 'view' in picture ? picture.view : null,
      caption: picture.caption,
      url: galleryUrl(picture),
    })),
    contactName: row.contactName,
    contactPhone: row.contactPhone,
    contactHours: row.contactHours,
    body: { format, text: content },
    updatedAt: updatedAt.toISOString(),
    policies: helping.map((each) => presentPolicy(each, names)),
    similar: similar.map((each) => presentPark(each, names)),
  }
}
