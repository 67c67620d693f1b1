import { and, eq, sql, type SQL } from 'drizzle-orm'
import { facets, type Conditions, type Facet, type Filter } from './conditions.ts'
import { expectedHits, keyCondition, type KeySets, type KeyStatistics } from './listing-keys.ts'
import type { Listings, Match, Rank } from './search.ts'
import { alongSteps, anyOfSteps, hitsOfWeeks, orderBy, type Order, type Steps } from './walk.ts'

/** So few hits are all collected, rather than looked for step by step of an order. */
const fewHits = 1_000
/** Steps of an order, about: so many weeks and so many prices there are. */
const steps = 130
/** What is read at a time holds about so many hits, and is so many steps at most. */
const [hitsAtOnce, mostAtOnce] = [200, 16]
/** Weeks that are looked at to tell whether there are surely more hits than are counted. */
const partsOfTime = 5

/** How to read what a keyword finds among facets, or facets with a price. Every way finds the same. */
export interface StepRows {
  /** Columns of the hits in an order, of which so many are wanted; of a part of them where one is given. */
  readonly inOrder: (order: Order, columns: SQL, wanted: number, part?: Rank) => SQL
  /** Columns of the hits in no order, whatever is chosen of one facet. */
  readonly any: (columns: SQL, wanted: number, without?: Facet) => SQL
  /** Hits of some weeks from all parts of the time; undefined where so many are not expected at all. */
  readonly weeks: (wanted: number) => SQL | undefined
}

interface Given {
  readonly filter: Filter
  readonly match: Match | undefined
  readonly conditions: Conditions
  /** Facets that the keys tell whole. */
  readonly said: readonly Facet[]
  readonly setsOf: (without?: Facet) => KeySets
  readonly statistics: KeyStatistics | undefined
  /** Keys of what has a price from one to another; undefined where none of that is asked for. */
  readonly reachingSets: KeySets | undefined
  /** Of one shop: few, and found by its own index. */
  readonly isOneShop: boolean
}

/** Chooses by what is found: few are collected, many are read along the steps of an order until there are enough. */
export function stepRows(t: Listings, given: Given): StepRows {
  const { match, conditions, said, setsOf, statistics } = given
  /** Steps to read at a time; undefined where all hits are collected. */
  const sizeOf = (sets: KeySets, wanted: number, part: Pick<Rank, 'most'> | undefined = match): number | undefined => {
    if (statistics === undefined || given.isOneShop || (part !== undefined && part.most === undefined)) return undefined
    const hits = expected(part?.most ?? Infinity, expectedHits(sets, statistics), statistics.rows)
    if (hits < Math.max(fewHits, 1.5 * wanted)) return undefined
    return Math.min(mostAtOnce, Math.max(1, Math.round((hitsAtOnce * steps) / hits)))
  }
  const whereOf = (sets: KeySets, part: SQL | undefined, without?: Facet) => {
    const asked = facets.filter((facet) => facet !== without && !(sets.length > 0 && said.includes(facet)))
    return and(...asked.map((facet) => conditions.facets[facet]), conditions.ofShop, part)
  }
  const collected = (columns: SQL, sets: KeySets, where: SQL | undefined) => sql`select ${columns} from ${t}
    where ${and(eq(t.status, 'published'), sets.length === 0 ? undefined : keyCondition(t, sets), where)}`
  const { priceFrom: from, priceTo: to } = given.filter
  /** By price within a range: its steps, and below them what begins cheaper but reaches into it. */
  const ofRange = (order: Order, { where, ...asked }: Steps) => {
    if (from === undefined) return alongSteps(t, order, { ...asked, where }, { from, to })
    const within = alongSteps(t, order, { ...asked, where: and(where, sql`${t.price} >= ${from}`) }, { from, to })
    if (given.reachingSets === undefined) return within
    const key = keyCondition(t, given.reachingSets, [sql`'q' || listing_step(${from}::bigint) / 8`])
    const below = sql`select ${asked.columns} from ${t}
      where ${and(eq(t.status, 'published'), key, where, sql`${t.price} < ${from}`)} order by ${orderBy(t, order)}`
    return order === 'cheapest' ? sql`(${below}) union all (${within})` : sql`(${within}) union all (${below})`
  }
  return {
    inOrder: (order, columns, wanted, part) => {
      const sets = setsOf()
      const where = whereOf(sets, part?.condition ?? match?.condition)
      const size = sizeOf(sets, wanted, part)
      if (size === undefined) return sql`${collected(columns, sets, where)} order by ${orderBy(t, order)}`
      const isRange = (from ?? to) !== undefined && (order === 'cheapest' || order === 'dearest')
      const asked = { columns, where, sets, size }
      return isRange ? ofRange(order, asked) : alongSteps(t, order, asked)
    },
    any: (columns, wanted, without) => {
      const sets = setsOf(without)
      const where = whereOf(sets, match?.condition, without)
      const size = sizeOf(sets, wanted)
      return size === undefined ? collected(columns, sets, where) : anyOfSteps(t, { columns, where, sets, size })
    },
    weeks: (wanted) => {
      const sets = setsOf()
      return sizeOf(sets, wanted) === undefined
        ? undefined
        : hitsOfWeeks(t, { where: whereOf(sets, match?.condition), sets }, partsOfTime)
    },
  }
}

/** Between what is found where words and facets go together, and what is found where they meet by chance. */
function expected(byWords: number, byKeys: number, rows: number): number {
  const most = Math.min(byWords, byKeys)
  const byChance = (Math.min(byWords, rows) * Math.min(byKeys, rows)) / Math.max(1, rows)
  return Math.max(1, Math.sqrt(most * byChance))
}
