import { and, eq, sql, type SQL } from 'drizzle-orm'
import { services } from '../../../db/tables/catalogue.ts'
import { keyCondition, type KeySets, expectedHits, type KeyStatistics } from './keys.ts'
import type { Listings } from './listings.ts'
import type { Match, Rank } from './keyword-match.ts'
import { facets, type Conditions, type Facet, type Filter } from './conditions.ts'

/** The orders of a list; listings without a price or duration come last. */
export type Order = 'newest' | 'cheapest' | 'dearest' | 'shortest'

/** Requested price bounds. */
export interface PriceRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Buckets of an order, `size` at a time, each with its own key. */
function buckets(
  t: Listings,
  order: Order,
  size: number,
  { from, to }: PriceRange = { from: undefined, to: undefined },
) {
  const [sign, step, column] =
    order === 'newest'
      ? ['w', 'listing_week', t.publishedAt]
      : order === 'shortest'
        ? ['m', 'listing_step', services.minDays]
        : ['p', 'listing_step', t.price]
  const end = (which: string, bound: number | undefined) =>
    bound === undefined
      ? sql`(select ${sql.raw(step)}(${sql.raw(which)}(${column})) from ${t} where ${eq(t.status, 'published')})`
      : sql`${sql.raw(step)}(${bound}::bigint)`
  const isUp = order === 'cheapest' || order === 'shortest'
  const [low, high] = [end('min', from), end('max', to)]
  const series = isUp
    ? sql`generate_series(${low}, ${high}, ${size})`
    : sql`generate_series(${high}, ${low}, -${sql.raw(String(size))})`
  const keys = Array.from({ length: size }, (_, further) => sql`${sign}::text || (step.number ${sql.raw(isUp ? '+' : '-')} ${sql.raw(String(further))})`) // prettier-ignore
  return { series: sql`${series} as step (number)`, keys }
}

const scanColumn = (t: Listings, order: Order) =>
  order === 'newest' ? t.publishedAt : order === 'shortest' ? services.minDays : t.price

/** ORDER BY terms of an order; the id is sorted in the same direction. */
export function orderBy(t: Listings, order: Order): SQL {
  const direction = sql.raw(order === 'newest' || order === 'dearest' ? 'desc' : 'asc')
  return sql`${scanColumn(t, order)} ${direction} nulls last, ${t.id} ${direction}`
}

/** Input of a bucket scan. */
export interface ScanInput {
  readonly columns: SQL
  readonly where: SQL | undefined
  /** Key sets; combined with the key of the bucket in the index. */
  readonly sets: KeySets
  /** Number of buckets per read. */
  readonly size: number
}

/**
 * Bucket scan: reads rows that match tokens and keys in an order, one bucket after the other, only as far as rows are
 * wanted. Each bucket is found in the token and key index. Rows are ordered without an outer `order by`, since the
 * lateral query of each bucket runs in a loop over the ordered buckets.
 */
export function scanInOrder(
  t: Listings,
  order: Order,
  { columns, where, sets, size }: ScanInput,
  range?: PriceRange,
): SQL {
  const { series, keys } = buckets(t, order, size, range)
  const rows = (condition: SQL | undefined) => sql`select ${columns} from ${t} where ${condition}`
  const onSale = and(eq(t.status, 'published'), where)
  const stepwise = sql`select found.* from ${series}
    cross join lateral (${rows(and(onSale, keyCondition(t, sets, keys)))} order by ${orderBy(t, order)}) as found`
  if (order === 'newest' || range !== undefined) return stepwise
  const rest = and(onSale, sets.length === 0 ? undefined : keyCondition(t, sets), sql`${scanColumn(t, order)} is null`)
  return sql`(${stepwise}) union all (${rows(rest)} order by ${orderBy(t, order)})`
}

/** The same unordered: newest buckets first, no order within a bucket. */
export function scanUnordered(t: Listings, { columns, where, sets, size }: ScanInput): SQL {
  const { series, keys } = buckets(t, 'newest', size)
  const inStep = and(eq(t.status, 'published'), where, keyCondition(t, sets, keys))
  return sql`select found.* from ${series}
    cross join lateral (select ${columns} from ${t} where ${inStep} offset 0) as found`
}

/** Hits of sampled weeks, one from each part of the publication period, and the number of weeks in total. */
export function sampleWeeks(t: Listings, { where, sets }: Pick<ScanInput, 'where' | 'sets'>, parts: number): SQL {
  const onSale = eq(t.status, 'published')
  const inWeek = and(onSale, where, keyCondition(t, sets, [sql`'w' || week.number`]))
  return sql`(select weeks, (select count(*)::int from ${t} where ${inWeek}) as hits
    from (select first + weeks * (2 * part + 1) / ${2 * parts} as number, weeks
      from (select listing_week(min(${t.publishedAt})) as first,
          listing_week(max(${t.publishedAt})) - listing_week(min(${t.publishedAt})) + 1 as weeks from ${t} where ${onSale}) as time,
        generate_series(0, ${parts - 1}) as part) as week) as weeks`
}

/** Up to this number of hits all are collected instead of scanned by bucket. */
const maxCollectedHits = 1_000
/** Approximate number of buckets of an order (weeks or price steps). */
const bucketCount = 130
/** Target number of hits per read, and maximum number of buckets per read. */
const [hitsPerRead, maxBucketsPerRead] = [200, 16]
/** Number of weeks sampled to decide whether there are more hits than are counted. */
const sampledWeeks = 5

/** How to read the hits of a keyword or price range with facets. All ways find the same rows. */
export interface BucketScan {
  /** Columns of up to `wanted` hits in an order; only of one rank where `part` is given. */
  readonly inOrder: (order: Order, columns: SQL, wanted: number, part?: Rank) => SQL
  /** Columns of the hits, unordered, optionally ignoring one facet. */
  readonly any: (columns: SQL, wanted: number, without?: Facet) => SQL
  /** Hits of weeks sampled over the whole period; undefined where so many are not expected. */
  readonly weeks: (wanted: number) => SQL | undefined
}

interface BucketScanInput {
  readonly filter: Filter
  readonly match: Match | undefined
  readonly conditions: Conditions
  /** Facets that the keys cover completely. */
  readonly coveredFacets: readonly Facet[]
  readonly setsOf: (without?: Facet) => KeySets
  readonly statistics: KeyStatistics | undefined
  /** Keys of listings with a price range; undefined where the filter excludes them. */
  readonly reachingKeySets: KeySets | undefined
  /** Limited to one shop: few rows, found by the shop index. */
  readonly isOneShop: boolean
}

/** Few hits are collected, many are scanned bucket by bucket in list order until there are enough. */
export function bucketScan(t: Listings, input: BucketScanInput): BucketScan {
  const { match, conditions, coveredFacets, setsOf, statistics } = input
  /** Buckets per read; undefined where all hits are collected. */
  const sizeOf = (sets: KeySets, wanted: number, part: Pick<Rank, 'most'> | undefined = match): number | undefined => {
    if (statistics === undefined || input.isOneShop || (part !== undefined && part.most === undefined)) return undefined
    const hits = expectedTogether(part?.most ?? Infinity, expectedHits(sets, statistics), statistics.rows)
    if (hits < Math.max(maxCollectedHits, 1.5 * wanted)) return undefined
    return Math.min(maxBucketsPerRead, Math.max(1, Math.round((hitsPerRead * bucketCount) / hits)))
  }
  const whereOf = (sets: KeySets, part: SQL | undefined, without?: Facet) => {
    const asked = facets.filter((facet) => facet !== without && !(sets.length > 0 && coveredFacets.includes(facet)))
    return and(...asked.map((facet) => conditions.facets[facet]), conditions.ofShop, part)
  }
  const collected = (columns: SQL, sets: KeySets, where: SQL | undefined) => sql`select ${columns} from ${t}
    where ${and(eq(t.status, 'published'), sets.length === 0 ? undefined : keyCondition(t, sets), where)}`
  const { priceFrom: from, priceTo: to } = input.filter
  /** By price within a range: its buckets, and listings with a lower price whose upper end is in the range. */
  const ofRange = (order: Order, { where, ...asked }: ScanInput) => {
    if (from === undefined) return scanInOrder(t, order, { ...asked, where }, { from, to })
    const within = scanInOrder(t, order, { ...asked, where: and(where, sql`${t.price} >= ${from}`) }, { from, to })
    if (input.reachingKeySets === undefined) return within
    const key = keyCondition(t, input.reachingKeySets, [sql`'q' || listing_step(${from}::bigint) / 8`])
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
      return isRange ? ofRange(order, asked) : scanInOrder(t, order, asked)
    },
    any: (columns, wanted, without) => {
      const sets = setsOf(without)
      const where = whereOf(sets, match?.condition, without)
      const size = sizeOf(sets, wanted)
      return size === undefined ? collected(columns, sets, where) : scanUnordered(t, { columns, where, sets, size })
    },
    weeks: (wanted) => {
      const sets = setsOf()
      return sizeOf(sets, wanted) === undefined
        ? undefined
        : sampleWeeks(t, { where: whereOf(sets, match?.condition), sets }, sampledWeeks)
    },
  }
}

/** Estimate between full correlation of words and facets and statistical independence. */
function expectedTogether(byWords: number, byKeys: number, rows: number): number {
  const most = Math.min(byWords, byKeys)
  const byChance = (Math.min(byWords, rows) * Math.min(byKeys, rows)) / Math.max(1, rows)
  return Math.max(1, Math.sqrt(most * byChance))
}
