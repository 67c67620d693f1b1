import { and, eq, getTableName, like, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoryNodes, type CategoryNode } from './category-tree.ts'
import { allOf, categoriesOf, conditionsOf, districtPrefix, type Conditions, type Facet, type Filter } from './conditions.ts' // prettier-ignore
import * as keys from './listing-keys.ts'
import { matching, type Listings } from './search.ts'
import { alongOrder, type Walk } from './walk.ts'

/** Statistics are believed that there are more than a list counts from here on. */
const surelyMore = 2 * mostListed
/** Of so few a frequent word is asked one by one, rather than that all are fetched that contain it. */
const fewByKeys = 3_000
/** A row that is found by its keys lies anywhere in the table and costs as much as so many that follow in an index. */
const scattered = 10

/** How to read what meets a filter. All conditions it gives find the same; they differ in the index that they lead to. */
export interface ListingPlan {
  readonly filter: Filter
  readonly conditions: Conditions
  /** In an order of its own: by keys where collecting all hits is cheaper than going along the order. */
  readonly ordered: (isByTime: boolean, wanted: number) => { readonly where: SQL | undefined; readonly isAll: boolean }
  /** Any so many of the hits, in no order. */
  readonly some: (wanted: number, without?: Facet) => SQL | undefined
  /** How to read a frequent keyword among frequent facets, instead of `ordered`. */
  readonly walk: Walk | undefined
  /** Whether there are surely more than a list counts. */
  readonly isMore: (without?: Facet) => boolean
  /** Values of a facet among more than are counted, as the database's statistics know them, and about how often. */
  readonly valuesOf: (facet: Facet) => ReadonlyMap<string, number>
}

/** Chooses how to read a filter, by what the database knows about how often its keys occur. */
export async function planOf(
  t: Listings,
  filter: Filter,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ListingPlan> {
  const [nodes, match, statistics] = await Promise.all([
    categoryNodes(context),
    matching(t, filter.keyword, context),
    keys.keyStatistics(t, context),
  ])
  const conditions = conditionsOf(context.db, t, filter, match)
  const deepest = deepestOf(filter, nodes)
  const branch = branchConditions(t, conditions, filter, deepest)
  const look = (without?: Facet) => {
    const sets = keys.keySetsOf(filter, deepest?.id ?? categoriesOf(filter)[0], without)
    const byKeys = sets.length === 0 ? undefined : and(allOf(conditions, without), keys.keyCondition(t, sets))
    const hits = statistics === undefined ? undefined : keys.expectedHits(sets, statistics)
    return { byKeys, hits, rows: statistics?.rows ?? 0, narrowest: keys.narrowestBranch(sets, statistics) }
  }
  const found =
    match === undefined || statistics === undefined ? 0 : await expectedOf(t, match, filter.keyword, context)
  const keysOf = (without?: Facet) =>
    keys.keyCondition(t, keys.keySetsOf(filter, deepest?.id ?? categoriesOf(filter)[0], without))
  const withKeyword = (without?: Facet) => {
    const { byKeys, hits, rows, narrowest } = look(without)
    if (byKeys === undefined || hits === undefined) return allOf(branch, without)
    if (hits < fewByKeys)
      return and(conditions.base, oneOf(t, and(allOf({ ...conditions, base: onSale(t) }, without), keysOf(without))))
    return isNarrow({ hits, rows, narrowest }) ? byKeys : allOf(branch, without)
  }
  const isNarrow = ({ hits, rows, narrowest }: { hits: number; rows: number; narrowest: number }) => {
    const both = Math.max(1, (hits * found) / rows)
    return scattered * both < (mostListed * narrowest) / both
  }
  const walkOf = (without?: Facet): Walk | undefined => {
    const { byKeys, hits, rows, narrowest } = look(without)
    if (match === undefined || byKeys === undefined || hits === undefined) return undefined
    if (hits < fewByKeys || isNarrow({ hits, rows, narrowest })) return undefined
    const plain = conditionsOf(context.db, t, filter, undefined)
    const byTime = allOf({ ...branch, base: plain.base }, without)
    // Along prices a lower bound is met late: there the branch is read and sorted.
    return { byTime, byOthers: filter.priceFrom === undefined ? allOf(plain, without) : byTime, match }
  }
  return {
    ...{ filter, conditions, walk: walkOf() },
    ordered: (isByTime, wanted) => {
      // Along prices a lower bound is met late: there the branch is read and sorted.
      const isBranch = isByTime || filter.priceFrom !== undefined
      const along = filter.keyword === '' && isBranch ? allOf(branch) : allOf(conditions)
      const { byKeys, hits, rows, narrowest } = look()
      if (filter.keyword !== '') return { where: isByTime ? withKeyword() : along, isAll: false }
      if (byKeys === undefined || hits === undefined) return { where: along, isAll: false }
      const passed = (wanted * (isByTime ? narrowest : rows)) / Math.max(1, hits)
      return scattered * hits < passed ? { where: byKeys, isAll: true } : { where: along, isAll: false }
    },
    some: (wanted, without) => {
      const walk = walkOf(without)
      if (walk !== undefined)
        return sql`${t.id} = any(array(select ${t.id} from ${alongOrder(t, walk)} where ${walk.match} limit ${wanted + 1}))`
      if (filter.keyword !== '') return withKeyword(without)
      const { byKeys, hits, narrowest } = look(without)
      if (byKeys === undefined || hits === undefined) return allOf(branch, without)
      const passed = Math.min(narrowest, (wanted * narrowest) / Math.max(1, hits))
      return scattered * Math.min(hits, wanted) < passed ? byKeys : allOf(branch, without)
    },
    isMore: (without) => keys.isAllKeys(filter, without) && (look(without).hits ?? 0) >= surelyMore,
    valuesOf: (facet) =>
      statistics === undefined
        ? new Map()
        : keys.expectedValues(facet, filter, deepest?.id ?? categoriesOf(filter)[0], statistics),
  }
}

const onSale = (t: Listings) => eq(t.status, 'published')

/** As a finished list of ids, which the planner cannot mix with other conditions. */
const oneOf = (t: Listings, condition: SQL | undefined) =>
  sql`${t.id} = any(array(select ${t.id} from ${t} where ${condition}))`

const planned = z.object({
  rows: z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })) })),
})
const expected = keptUntilChange<number>([])

/** About how many rows the database expects a keyword to find. */
const expectedOf = (t: Listings, match: SQL, keyword: string, context: Pick<Context, 'db' | 'pages'>) =>
  expected(context, `${getTableName(t)} ${keyword}`, async () => {
    const answer = await context.db.execute(sql`explain (format json) select from ${t} where ${match}`)
    return planned.parse(answer).rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  })

/** The category farthest from the root. */
const deepestOf = (filter: Filter, nodes: ReadonlyMap<number, CategoryNode>): CategoryNode | undefined =>
  categoriesOf(filter)
    .flatMap((id) => nodes.get(id) ?? [])
    .toSorted((one, other) => other.level - one.level)[0]

/**
 * The same conditions as they lead the indexes of a branch: the category's own place in the path, the province. Said
 * once only, since the planner multiplies what it believes to be two conditions.
 */
function branchConditions(
  t: Listings,
  { base, facets }: Conditions,
  filter: Filter,
  deepest: CategoryNode | undefined,
): Conditions {
  const isBranch =
    deepest !== undefined &&
    deepest.level >= 1 &&
    deepest.level <= 3 &&
    categoriesOf(filter).every((id) => deepest.path.includes(id))
  const district = filter.districtCode === undefined ? undefined : districtPrefix(filter.districtCode)
  return {
    base,
    facets: {
      ...facets,
      category: isBranch
        ? sql`${t.categoryPath}[${sql.raw(String(deepest.level + 1))}] = ${deepest.id}`
        : facets.category,
      district:
        district === undefined
          ? undefined
          : and(
              eq(sql`left(${t.districtCode}, 2)`, district.slice(0, 2)),
              district.length > 2 ? like(t.districtCode, `${district}%`) : undefined,
            ),
    },
  }
}
