import { and, eq, like, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../../handler.ts'
import { categoryNodes, type CategoryNode } from '../../reference/categories.ts'
import {
  combineConditions,
  filterCategories,
  conditionsOf,
  districtPrefix,
  type Conditions,
  type Facet,
  type Filter,
} from './conditions.ts'
import * as keys from './keys.ts'
import type { Listings } from './listings.ts'
import { matchKeyword, minCertainHits, type Match } from './keyword-match.ts'
import { bucketScan, type BucketScan, type Order } from './bucket-scan.ts'

/** Cost of a row found by key (random access), relative to a row read in index order. */
const scatteredRowCost = 10
/** A price range below this share of all rows counts as rare. */
const rareRangeShare = 0.1

/** How to read the hits of a filter. All its conditions find the same rows; they differ in the index used. */
export interface ListingPlan {
  readonly filter: Filter
  readonly conditions: Conditions
  /** Match of the keyword; undefined without one. */
  readonly match: Match | undefined
  readonly scan: BucketScan
  /** Whether an order is read by bucket scan (keywords, prices) and not by the index of the order. */
  readonly isScanned: (order: Order) => boolean
  /** Condition for an ordered read without bucket scan: by keys where collecting all hits is cheaper. */
  readonly ordered: (isByTime: boolean, wanted: number) => { readonly where: SQL | undefined; readonly isAll: boolean }
  /** Columns of up to `wanted` hits, unordered. */
  readonly unordered: (columns: SQL, wanted: number, without?: Facet) => SQL
  /** Whether there are certainly more hits than a list counts; values then come from statistics. */
  readonly exceedsMax: (without?: Facet) => boolean
  /** Values of a facet with estimated counts from database statistics. */
  readonly valuesOf: (facet: Facet) => ReadonlyMap<string, number>
}

/** Chooses how to read a filter from the key statistics of the database. */
export async function planListing(
  t: Listings,
  filter: Filter,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ListingPlan> {
  const [nodes, match, statistics] = await Promise.all([
    categoryNodes(context),
    matchKeyword(t, filter.keyword, context),
    keys.keyStatistics(t, context),
  ])
  const conditions = conditionsOf(context.db, t, filter, match?.condition)
  const deepest = deepestCategory(filter, nodes)
  const branch = branchConditions(t, conditions, filter, deepest)
  // The root category has no key, since every listing would have it.
  const category = deepest === undefined ? filterCategories(filter)[0] : deepest.level === 0 ? undefined : deepest.id
  const setsOf = (without?: Facet) => keys.keySetsOfFilter(filter, category, without)
  const estimate = (without?: Facet) => {
    const sets = setsOf(without)
    const byKeys =
      sets.length === 0 ? undefined : and(combineConditions(conditions, without), keys.keyCondition(t, sets))
    const hits = statistics === undefined ? undefined : keys.expectedHits(sets, statistics)
    return { byKeys, hits, rows: statistics?.rows ?? 0, narrowest: keys.narrowestBranch(sets, statistics) }
  }
  const priceKeySets = keys.priceKeys(filter)
  const isRareRange =
    statistics !== undefined &&
    priceKeySets.length > 0 &&
    keys.expectedHits(priceKeySets, statistics) < rareRangeShare * statistics.rows
  const rows = bucketScan(t, {
    filter,
    match,
    conditions,
    statistics,
    coveredFacets: keys.facetsCoveredByKeys(filter, deepest),
    isOneShop: filter.shopId !== undefined,
    setsOf: (without) => [...setsOf(without), ...(isRareRange && without !== 'price' ? priceKeySets : [])],
    reachingKeySets:
      (filter.priceType ?? 1) === 1 ? keys.keySetsOfFilter({ ...filter, priceType: 1 }, category) : undefined,
  })
  const isStepped = match !== undefined || isRareRange
  const someWhere = (wanted: number, without?: Facet) => {
    const { byKeys, hits, narrowest } = estimate(without)
    // Ordered by time, or the planner may choose the price index, where hits may be far apart.
    const along = sql`${combineConditions(branch, without)} order by ${t.publishedAt} desc, ${t.id} desc`
    if (byKeys === undefined || hits === undefined) return along
    const passed = Math.min(narrowest, (wanted * narrowest) / Math.max(1, hits))
    return scatteredRowCost * Math.min(hits, wanted) < passed ? byKeys : along
  }
  return {
    filter,
    conditions,
    match,
    scan: rows,
    isScanned: (order) =>
      isStepped ||
      (statistics !== undefined && priceKeySets.length > 0 && (order === 'cheapest' || order === 'dearest')),
    ordered: (isByTime, wanted) => {
      const along = combineConditions(isByTime ? branch : conditions)
      const { byKeys, hits, rows: all, narrowest } = estimate()
      if (byKeys === undefined || hits === undefined) return { where: along, isAll: false }
      const passed = (wanted * (isByTime ? narrowest : all)) / Math.max(1, hits)
      return scatteredRowCost * hits < passed ? { where: byKeys, isAll: true } : { where: along, isAll: false }
    },
    unordered: (columns, wanted, without) =>
      match !== undefined || (isRareRange && without !== 'price')
        ? rows.any(columns, wanted, without)
        : sql`select ${columns} from ${t} where ${someWhere(wanted, without)}`,
    exceedsMax: (without) => keys.isCoveredByKeys(filter, without) && (estimate(without).hits ?? 0) >= minCertainHits,
    valuesOf: (facet) =>
      statistics === undefined ? new Map() : keys.expectedValues(facet, filter, category, statistics),
  }
}

/** The deepest category of a filter. */
const deepestCategory = (filter: Filter, nodes: ReadonlyMap<number, CategoryNode>): CategoryNode | undefined =>
  filterCategories(filter)
    .flatMap((id) => nodes.get(id) ?? [])
    .toSorted((one, other) => other.level - one.level)[0]

/**
 * The same conditions in the form of the branch indexes (position in the category path, province). Each is stated only
 * once, since the planner multiplies the selectivity of redundant conditions.
 */
function branchConditions(
  t: Listings,
  { base, ofShop, facets }: Conditions,
  filter: Filter,
  deepest: CategoryNode | undefined,
): Conditions {
  const isBranch =
    deepest !== undefined &&
    deepest.level >= 1 &&
    deepest.level <= 3 &&
    filterCategories(filter).every((id) => deepest.path.includes(id))
  const district = filter.districtCode === undefined ? undefined : districtPrefix(filter.districtCode)
  return {
    base,
    ofShop,
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
