import { and, arrayContains, count, eq, gte, ilike, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { policies as table } from '../../../db/tables/drug.ts'
import { policyLevels, policyTopics } from '../../../domain/content/policies.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { placeNames } from '../../reference/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { inDistrict, provinceFacet, provinceOf } from './places.ts'
import { shown } from '../shown.ts'
import { policyColumns, presentPolicy } from './policy-rows.ts'

type Input = z.output<typeof drugCalls.policies.input>
type Facet = 'districtCode' | 'level' | 'topic'

/** What is asked for, all but one facet where its values are counted. */
function conditions(input: Input, but?: Facet) {
  const { keyword, districtCode, level, topic, beginTime, endTime } = input
  const part = anywhere(keyword)
  return and(
    shown(table),
    keyword === ''
      ? undefined
      : or(ilike(table.title, part), ilike(table.summary, part), ilike(table.docNo, part), ilike(table.issuer, part)),
    districtCode === undefined || but === 'districtCode' ? undefined : inDistrict(table.districtCode, districtCode),
    level === undefined || but === 'level' ? undefined : eq(table.level, level),
    topic === undefined || but === 'topic' ? undefined : arrayContains(table.topics, [topic]),
    beginTime === undefined ? undefined : gte(table.issuedOn, beginTime),
    endTime === undefined ? undefined : lte(table.issuedOn, endTime),
  )
}

export const policies: Handler<typeof drugCalls.policies> = async (input, { db }) => {
  const { current, pageSize } = input
  const found = conditions(input)
  const province = provinceOf(table.districtCode)
  const topic = sql<string>`unnest(${table.topics})`
  const [names, total, rows, districts, levels, topics] = await Promise.all([
    placeNames(db),
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
      .where(conditions(input, 'districtCode'))
      .groupBy(sql`1`),
    db
      .select({ value: table.level, count: count() })
      .from(table)
      .where(conditions(input, 'level'))
      .groupBy(table.level),
    db
      .select({ value: topic, count: count() })
      .from(table)
      .where(conditions(input, 'topic'))
      .groupBy(sql`1`),
  ])
  return {
    total,
    data: rows.map((row) => presentPolicy(row, names)),
    districts: provinceFacet(districts, names),
    levels: inOrder(policyLevels, levels),
    topics: inOrder(policyTopics, topics),
  }
}

/** Values that occur, in the order in which they are declared. */
export function inOrder(words: readonly string[], rows: readonly { readonly value: string; readonly count: number }[]) {
  const countOf = new Map(rows.map(({ value, count: of }) => [value, of]))
  return words.flatMap((value) => {
    const of = countOf.get(value) ?? 0
    return of === 0 ? [] : [{ value, label: value, count: of }]
  })
}
