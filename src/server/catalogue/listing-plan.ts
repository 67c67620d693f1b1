import { and, eq, like, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../handler.ts'
import { categoryNodes, type CategoryNode } from './category-tree.ts'
import { allOf, categoriesOf, conditionsOf, districtPrefix, type Conditions, type Facet, type Filter } from './conditions.ts' // prettier-ignore
import * as keys from './listing-keys.ts'
import { matchOf, surelyMore, type Listings, type Match } from './search.ts'
import { stepRows, type StepRows } from './step-rows.ts'
import type { Order } from './walk.ts'

/** A row that is found by its keys lies anywhere in the table and costs as much as so many that follow in an index. */
const scattered = 10
/** Such a share of all is no frequent range of prices. */
const rareRange = 0.1

/** How to read what meets a filter. All conditions it gives find the same; they differ in the index that they lead to. */
export interface ListingPlan {
  readonly filter: Filter
  readonly conditions: Conditions
  /** What a keyword finds; undefined without one. */
  readonly match: Match | undefined
  readonly rows: StepRows
  /** Whether an order is read by steps, for keywords and prices, and not by the index of the order. */
  readonly isStepped: (order: Order) => boolean
  /** In an order of its own: by keys where collecting all hits is cheaper than going along the order. Where there are no steps. */
  readonly ordered: (isByTime: boolean, wanted: number) => { readonly where: SQL | undefined; readonly isAll: boolean }
  /** Columns of hits in no order, of which so many are wanted. */
  readonly some: (columns: SQL, wanted: number, without?: Facet) => SQL
  /** Whether there are surely more than a list counts, and statistics tell which values occur. */
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
    matchOf(t, filter.keyword, context),
    keys.keyStatistics(t, context),
  ])
  const conditions = conditionsOf(context.db, t, filter, match?.condition)
  const deepest = deepestOf(filter, nodes)
  const branch = branchConditions(t, conditions, filter, deepest)
  // The root of a tree has no key: everything would have it.
  const category = deepest === undefined ? categoriesOf(filter)[0] : deepest.level === 0 ? undefined : deepest.id
  const setsOf = (without?: Facet) => keys.keySetsOf(filter, category, without)
  const look = (without?: Facet) => {
    const sets = setsOf(without)
    const byKeys = sets.length === 0 ? undefined : and(allOf(conditions, without), keys.keyCondition(t, sets))
    const hits = statistics === undefined ? undefined : keys.expectedHits(sets, statistics)
    return { byKeys, hits, rows: statistics?.rows ?? 0, narrowest: keys.narrowestBranch(sets, statistics) }
  }
  const priced = keys.priceKeys(filter)
  const isRareRange =
    statistics !== undefined && priced.length > 0 && keys.expectedHits(priced, statistics) < rareRange * statistics.rows
  const rows = stepRows(t, {
    ...{ filter, match, conditions, statistics, said: keys.saidByKeys(filter, deepest) },
    isOneShop: filter.shopId !== undefined,
    setsOf: (without) => [...setsOf(without), ...(isRareRange && without !== 'price' ? priced : [])],
    reachingSets: (filter.priceType ?? 1) === 1 ? keys.keySetsOf({ ...filter, priceType: 1 }, category) : undefined,
  })
  const isStepped = match !== undefined || isRareRange
  const someWhere = (wanted: number, without?: Facet) => {
    const { byKeys, hits, narrowest } = look(without)
    // By time, or the planner may think of the order of prices, where what is found may lie far behind.
    const along = sql`${allOf(branch, without)} order by ${t.publishedAt} desc, ${t.id} desc`
    if (byKeys === undefined || hits === undefined) return along
    const passed = Math.min(narrowest, (wanted * narrowest) / Math.max(1, hits))
    return scattered * Math.min(hits, wanted) < passed ? byKeys : along
  }
  return {
    ...{ filter, conditions, match, rows },
    isStepped: (order) =>
      isStepped || (statistics !== undefined && priced.length > 0 && (order === 'cheapest' || order === 'dearest')),
    ordered: (isByTime, wanted) => {
      const along = allOf(isByTime ? branch : conditions)
      const { byKeys, hits, rows: all, narrowest } = look()
      if (byKeys === undefined || hits === undefined) return { where: along, isAll: false }
      const passed = (wanted * (isByTime ? narrowest : all)) / Math.max(1, hits)
      return scattered * hits < passed ? { where: byKeys, isAll: true } : { where: along, isAll: false }
    },
    some: (columns, wanted, without) =>
      match !== undefined || (isRareRange && without !== 'price')
        ? rows.any(columns, wanted, without)
        : sql`select ${columns} from ${t} where ${someWhere(wanted, without)}`,
    isMore: (without) => keys.isAllKeys(filter, without) && (look(without).hits ?? 0) >= surelyMore,
    valuesOf: (facet) =>
      statistics === undefined ? new Map() : keys.expectedValues(facet, filter, category, statistics),
  }
}

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
  { base, ofShop, facets }: Conditions,
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
    ...{ base, ofShop },
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
