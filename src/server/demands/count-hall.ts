import { and, sql, type SQL } from 'drizzle-orm'
import { hallFacets as facets } from '../../contract/demands/hall.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { budgetBands, budgetValue } from '../../domain/demands/demand-rules.ts'
import { closingDays } from '../../domain/demands/hall-query.ts'
import { allOf, endsWithin, type DemandConditions, type Facet } from './demand-conditions-of.ts'

/** Of more hits than this the facets are counted from a part. */
const mostCounted = 5_000

export interface HallCounts {
  readonly of: (facet: Facet) => ReadonlyMap<string, number>
  /** Facets whose counts are of a part of the hits only. */
  readonly partial: ReadonlySet<Facet>
}

/**
 * Every facet counted without its own choice, in one read: the hits are read once for all facets that are not chosen,
 * and once for each that is.
 */
export async function countHall(db: Db, conditions: DemandConditions, match: SQL | undefined): Promise<HallCounts> {
  const chosen = facets.filter((facet) => conditions.facets[facet] !== undefined)
  const choiceOf = (facet: Facet) => chosen.find((each) => each === facet)
  const sets = [undefined, ...chosen]
  const named = sets.map((set) => sql`${nameOf(set)} as materialized (${hitsOf(and(allOf(conditions, set), match))})`)
  const counts = [
    ...facets.flatMap((facet) => reads[facet].map((read) => read(nameOf(choiceOf(facet))))),
    ...sets.map((set) => sql`select 'all', ${set ?? 'hits'}::text, count(*) from ${nameOf(set)}`),
  ]
  const rows = await db
    .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(sql`(with ${sql.join(named, sql`, `)} ${sql.join(counts, sql` union all `)}) as facets (facet, value, count)`)
  const found = Map.groupBy(rows, ({ facet }) => facet)
  const read = (facet: string) => new Map((found.get(facet) ?? []).map(({ value, count }) => [value, count]))
  const sizes = read('all')
  return {
    of: read,
    partial: new Set(facets.filter((facet) => (sizes.get(choiceOf(facet) ?? 'hits') ?? 0) > mostCounted)),
  }
}

const nameOf = (without: Facet | undefined) => sql.raw(without === undefined ? 'hits' : `without_${without}`)

const hitsOf = (where: SQL | undefined) => sql`
  select ${demands.categoryPath} as path, left(${demands.districtCode}, 2) as province, ${demands.budget} as budget,
    ${demands.templateKey} as template, case when ${demands.status} = 'open' then ${demands.deadline} end as deadline,
    ${demands.sealedOnly} as sealed, ${demands.confidential} as confidential
  from ${demands} where ${where} limit ${mostCounted + 1}`

type Read = (from: SQL) => SQL
const flag =
  (facet: 'sealed' | 'confidential'): Read =>
  (from) =>
    sql`select '${sql.raw(facet)}', 'yes', count(*) from ${from} where ${sql.raw(facet)}`

/** What of the hits each facet counts. A budget on the border counts in both bands, as both lead to it. */
const reads: Readonly<Record<Facet, readonly Read[]>> = {
  category: [(from) => sql`select 'category', step::text, count(*) from ${from}, unnest(path) as step group by step`],
  district: [
    (from) => sql`select 'district', province, count(*) from ${from} where province is not null group by province`,
  ],
  budget: budgetBands.map(
    (band): Read =>
      (from) => sql`select 'budget', ${budgetValue(band)}::text, count(*) from ${from}
        where ${and(sql`budget >= ${band.from ?? 0}`, band.to === undefined ? undefined : sql`budget <= ${band.to}`)}`,
  ),
  template: [
    (from) => sql`select 'template', template, count(*) from ${from} where template is not null group by template`,
  ],
  closing: closingDays.map(
    (days): Read =>
      (from) => sql`select 'closing', ${String(days)}::text, count(*) from ${from}
        where deadline > now() and ${endsWithin(sql`deadline`, days)}`,
  ),
  sealed: [flag('sealed')],
  confidential: [flag('confidential')],
}
