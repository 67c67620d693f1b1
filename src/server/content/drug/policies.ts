import { and, arrayContains, count, eq, gte, lte, sql, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { policies as table, parkPolicies, parks } from '../../../db/tables/drug.ts'
import { policyLevels, policyTopics } from '../../../domain/content/policies.ts'
import type { Handler } from '../../handler.ts'
import { containsWords } from '../../search/like-pattern.ts'
import { inDistrict, provinceFacet, provinceOf, districtName } from './districts.ts'
import { isPublished } from '../published.ts'
import { policyColumns, presentPolicy } from './policy-rows.ts'
import { descending } from '../../platform/queries/descending.ts'
import { districtNames } from '../../platform/district-names.ts'
import { CallFailed } from '../../../contract/failures.ts'

type Input = z.output<typeof drugCalls.policies.input>
type Facet = 'districtCode' | 'level' | 'topic'

/** Search condition, without the facet `but` whose values are counted. */
function policyConditions(input: Input, but?: Facet) {
  const { keyword, districtCode, level, topic, beginTime, endTime } = input
  return and(
    isPublished(table),
    containsWords([table.title, table.summary, table.docNo, table.issuer], keyword),
    districtCode === undefined || but === 'districtCode' ? undefined : inDistrict(table.districtCode, districtCode),
    level === undefined || but === 'level' ? undefined : eq(table.level, level),
    topic === undefined || but === 'topic' ? undefined : arrayContains(table.topics, [topic]),
    beginTime === undefined ? undefined : gte(table.issuedOn, beginTime),
    endTime === undefined ? undefined : lte(table.issuedOn, endTime),
  )
}

export const policies: Handler<typeof drugCalls.policies> = async (input, { db }) => {
  const { current, pageSize } = input
  const found = policyConditions(input)
  const province = provinceOf(table.districtCode)
  const topic = sql<string>`unnest(${table.topics})`
  const [names, total, rows, districts, levels, topics] = await Promise.all([
    districtNames(db),
    db.$count(table, found),
    db
      .select(policyColumns)
      .from(table)
      .where(found)
      .orderBy(descending(table.issuedOn), descending(table.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
    db
      .select({ value: province, count: count() })
      .from(table)
      .where(policyConditions(input, 'districtCode'))
      .groupBy(sql`1`),
    db
      .select({ value: table.level, count: count() })
      .from(table)
      .where(policyConditions(input, 'level'))
      .groupBy(table.level),
    db
      .select({ value: topic, count: count() })
      .from(table)
      .where(policyConditions(input, 'topic'))
      .groupBy(sql`1`),
  ])
  return {
    total,
    data: rows.map((row) => presentPolicy(row, names)),
    districts: provinceFacet(districts, names),
    levels: inDeclaredOrder(policyLevels, levels),
    topics: inDeclaredOrder(policyTopics, topics),
  }
}

/** Facet values with rows, in declared order. */
export function inDeclaredOrder(
  words: readonly string[],
  rows: readonly { readonly value: string; readonly count: number }[],
) {
  const countOf = new Map(rows.map(({ value, count: of }) => [value, of]))
  return words.flatMap((value) => {
    const of = countOf.get(value) ?? 0
    return of === 0 ? [] : [{ value, label: value, count: of }]
  })
}

const maxRelated = 5

export const policy: Handler<typeof drugCalls.policy> = async ({ policyId }, { db }) => {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, policyId), isPublished(table)))
  if (row === undefined) throw new CallFailed('notFound')
  const { districtCode } = row
  const near =
    districtCode === null
      ? isNull(table.districtCode)
      : inDistrict(table.districtCode, `${districtCode.slice(0, 2)}0000`)
  const [names, where, related] = await Promise.all([
    districtNames(db),
    db
      .select({ parkId: parks.id, parkName: parks.name, districtCode: parks.districtCode })
      .from(parkPolicies)
      .innerJoin(parks, eq(parks.id, parkPolicies.parkId))
      .where(and(eq(parkPolicies.policyId, policyId), isPublished(parks)))
      .orderBy(parks.id)
      .limit(20),
    db
      .select(policyColumns)
      .from(table)
      .where(and(near, ne(table.id, policyId), isPublished(table)))
      .orderBy(descending(table.issuedOn), descending(table.id))
      .limit(maxRelated),
  ])
  return {
    ...presentPolicy(row, names),
    body: { format: row.format, text: row.content },
    sourceUrl: row.sourceUrl,
    updatedAt: row.updatedAt.toISOString(),
    parks: where.map((park) => ({
      parkId: park.parkId,
      parkName: park.parkName,
      districtName: districtName(park.districtCode, names),
    })),
    related: related.map((each) => presentPolicy(each, names)),
  }
}
