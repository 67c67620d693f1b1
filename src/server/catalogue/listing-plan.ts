import { and, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../handler.ts'
import { categoryNodes, type CategoryNode } from './category-tree.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import { allOf, categoriesOf, conditionsOf, type Conditions, type Facet, type Filter } from './conditions.ts'
import {
  expectedHits,
  isAllKeys,
  keyCondition,
  keySetsOf,
  keyStatistics,
  type KeySets,
  type KeyStatistics,
} from './listing-keys.ts'
import { matching, type Listings } from './search.ts'

/** Statistics are believed that there are more than a list counts from here on. */
const surelyMore = 2 * mostListed
/** Fewer than these are collected by their keys; of more, an index in the order of the list is read. */
const few = 2 * surelyMore

/** How to read what meets a filter. */
export interface ListingPlan {
  readonly filter: Filter
  readonly conditions: Conditions
  /** Everything asked for, for indexes in the order of a list: read along until enough is found. */
  readonly along: (without?: Facet) => SQL | undefined
  /** Everything asked for, by keys where there are any: for collecting all hits. */
  readonly collected: (without?: Facet) => SQL | undefined
  /** About how many there are; undefined where nobody knows. */
  readonly hits: (without?: Facet) => number | undefined
  /** About how many rows are to be read along the narrowest index until one hit is found. */
  readonly spread: number
  /** Whether there are surely more than a list counts. */
  readonly isMore: (without?: Facet) => boolean
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
    keyStatistics(t, context),
  ])
  const conditions = conditionsOf(context.db, t, filter, match)
  const deepest = deepestOf(filter, nodes)
  const setsOf = (without?: Facet) => keySetsOf(filter, deepest?.id ?? categoriesOf(filter)[0], without)
  const hits = (without?: Facet) => (statistics === undefined ? undefined : expectedHits(setsOf(without), statistics))
  const byKeys = (without?: Facet) => setsOf(without).length > 0 && (hits(without) ?? 0) < few
  const all = hits()
  return {
    ...{ filter, conditions, hits },
    along: (without) =>
      and(
        allOf(conditions, without),
        // The level's own place in the path leads the index of its branch.
        deepest === undefined || without === 'category' || deepest.level < 1 || deepest.level > 3
          ? undefined
          : sql`${t.categoryPath}[${sql.raw(String(deepest.level + 1))}] = ${deepest.id}`,
      ),
    collected: (without) =>
      and(allOf(conditions, without), byKeys(without) ? keyCondition(t, setsOf(without)) : undefined),
    spread: statistics === undefined || all === undefined ? 1 : narrowest(setsOf(), statistics) / Math.max(1, all),
    isMore: (without) => isAllKeys(filter) && (hits(without) ?? 0) >= surelyMore,
  }
}

/** Rows of the shortest branch that has an index in the order of lists: a category's or a province's. */
const narrowest = (sets: KeySets, statistics: KeyStatistics): number => {
  const single = new Set(sets.flat().flatMap((key) => key.split(' ')))
  const branches = [...single].filter((key) => /^(c|d\d\d$)/.test(key))
  return Math.min(statistics.rows, ...branches.map((key) => expectedHits([[key]], statistics)))
}

/** The category farthest from the root. */
const deepestOf = (filter: Filter, nodes: ReadonlyMap<number, CategoryNode>): CategoryNode | undefined =>
  categoriesOf(filter)
    .flatMap((id) => nodes.get(id) ?? [])
    .toSorted((one, other) => other.level - one.level)[0]
