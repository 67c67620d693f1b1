import type { demandsCalls } from '../../contract/demands/demands.ts'
import { type HallFacet, hallFacets as facets } from '../../contract/demands/hall.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import { budgetBands, budgetValue } from '../../domain/demands/demand-rules.ts'
import { closingDays } from '../../domain/demands/hall-query.ts'
import { demandTemplates } from '../../domain/demands/templates.ts'
import type { Context, Handler } from '../handler.ts'
import {
  filterConditions,
  combineConditions,
  closesWithin,
  type DemandConditions,
  type Facet,
} from './demand-filter.ts'
import { keywordCondition } from './keyword-condition.ts'
import { categoryNodes } from '../reference/categories.ts'
import { districtNames } from '../platform/district-names.ts'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'

/** With more hits than this, facets are counted on a subset. */
const maxCountedHits = 5_000

export interface FacetCounts {
  readonly countsOf: (facet: Facet) => ReadonlyMap<string, number>
  /** Facets that were counted on a subset of the hits. */
  readonly partial: ReadonlySet<Facet>
}

/**
 * Counts every facet without its own filter, in one query: the hits are read once for all unselected facets, and once
 * for each selected facet.
 */
async function countFacets(db: Db, conditions: DemandConditions, match: SQL | undefined): Promise<FacetCounts> {
  const chosen = facets.filter((facet) => conditions.facets[facet] !== undefined)
  const choiceOf = (facet: Facet) => chosen.find((each) => each === facet)
  const sets = [undefined, ...chosen]
  const named = sets.map(
    (set) => sql`${cteName(set)} as materialized (${hitsQuery(and(combineConditions(conditions, set), match))})`,
  )
  const counts = [
    ...facets.flatMap((facet) => facetQueries[facet].map((read) => read(cteName(choiceOf(facet))))),
    ...sets.map((set) => sql`select 'all', ${set ?? 'hits'}::text, count(*) from ${cteName(set)}`),
  ]
  const rows = await db
    .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(sql`(with ${sql.join(named, sql`, `)} ${sql.join(counts, sql` union all `)}) as facets (facet, value, count)`)
  const found = Map.groupBy(rows, ({ facet }) => facet)
  const read = (facet: string) => new Map((found.get(facet) ?? []).map(({ value, count }) => [value, count]))
  const sizes = read('all')
  return {
    countsOf: read,
    partial: new Set(facets.filter((facet) => (sizes.get(choiceOf(facet) ?? 'hits') ?? 0) > maxCountedHits)),
  }
}

const cteName = (without: Facet | undefined) => sql.raw(without === undefined ? 'hits' : `without_${without}`)

const hitsQuery = (where: SQL | undefined) => sql`
  select ${demands.categoryPath} as path, left(${demands.districtCode}, 2) as province, ${demands.budget} as budget,
    ${demands.templateKey} as template, case when ${demands.status} = 'open' then ${demands.deadline} end as deadline,
    ${demands.sealedOnly} as sealed, ${demands.confidential} as confidential
  from ${demands} where ${where} limit ${maxCountedHits + 1}`

type FacetQuery = (from: SQL) => SQL
const flagQuery =
  (facet: 'sealed' | 'confidential'): FacetQuery =>
  (from) =>
    sql`select '${sql.raw(facet)}', 'yes', count(*) from ${from} where ${sql.raw(facet)}`

/** Count queries per facet. A budget on the border of two bands counts in both. */
const facetQueries: Readonly<Record<Facet, readonly FacetQuery[]>> = {
  category: [(from) => sql`select 'category', step::text, count(*) from ${from}, unnest(path) as step group by step`],
  district: [
    (from) => sql`select 'district', province, count(*) from ${from} where province is not null group by province`,
  ],
  budget: budgetBands.map(
    (band): FacetQuery =>
      (from) => sql`select 'budget', ${budgetValue(band)}::text, count(*) from ${from}
        where ${and(sql`budget >= ${band.from ?? 0}`, band.to === undefined ? undefined : sql`budget <= ${band.to}`)}`,
  ),
  template: [
    (from) => sql`select 'template', template, count(*) from ${from} where template is not null group by template`,
  ],
  closing: closingDays.map(
    (days): FacetQuery =>
      (from) => sql`select 'closing', ${String(days)}::text, count(*) from ${from}
        where deadline > now() and ${closesWithin(sql`deadline`, days)}`,
  ),
  sealed: [flagQuery('sealed')],
  confidential: [flagQuery('confidential')],
}

export const demandConditions: Handler<typeof demandsCalls.demandConditions> = async (filter, context) => {
  const { db } = context
  const conditions = filterConditions(filter)
  const counts = await countFacets(db, conditions, await keywordCondition(db, filter.keyword, conditions.base))
  const names = await districtNames(db)
  const hasHits = (facet: HallFacet) => facet.count > 0
  return {
    levels: await categoryLevels(context, filter.categoryId, counts.countsOf('category')),
    districts: [...counts.countsOf('district')]
      .map(([value, count]) => ({ value, label: shortProvince(names.get(`${value}0000`) ?? value), count }))
      .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
    budgets: budgetBands.map((band) => {
      const value = budgetValue(band)
      return { value, label: band.label, count: counts.countsOf('budget').get(value) ?? 0 }
    }),
    templates: demandTemplates
      .map(({ key, name }) => ({ value: key, label: name, count: counts.countsOf('template').get(key) ?? 0 }))
      .filter((facet) => hasHits(facet) || facet.value === filter.templateKey),
    closing: closingDays.map((days) => {
      const value = String(days)
      return { value, label: `${value} 天内`, count: counts.countsOf('closing').get(value) ?? 0 }
    }),
    sealed: [{ value: 'yes', label: '密封报价', count: counts.countsOf('sealed').get('yes') ?? 0 }],
    confidential: [{ value: 'yes', label: '含保密资料', count: counts.countsOf('confidential').get('yes') ?? 0 }],
    partial: [...counts.partial],
  }
}

/** Category options per level: the stages, then the children along the selected path. Omits the root. */
async function categoryLevels(
  context: Pick<Context, 'db' | 'pages'>,
  categoryId: number | undefined,
  counts: ReadonlyMap<string, number>,
) {
  const nodes = await categoryNodes(context)
  const chosen = categoryId === undefined ? undefined : nodes.get(categoryId)
  const chosenPath = chosen?.kind === 'service' ? chosen.path.slice(1) : []
  const services = [...nodes.values()].filter(({ kind }) => kind === 'service')
  const root = services.find(({ parentId }) => parentId === null)
  return [root?.id, ...chosenPath].flatMap((parentId, level) => {
    const chosenId = chosenPath[level] ?? null
    const options = services
      .filter((node) => node.parentId === parentId)
      .map(({ id, name }) => ({ value: String(id), label: name, count: counts.get(String(id)) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === String(chosenId))
    return options.length === 0 ? [] : [{ chosenId, options }]
  })
}
