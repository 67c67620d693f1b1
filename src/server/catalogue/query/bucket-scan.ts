import { and, sql, type SQL } from 'drizzle-orm'
import { services } from '../../../db/tables/catalogue.ts'
import type { Bind } from './conditions.ts'
import { expectedHits, keyCondition, type KeySets, type KeyStatistics } from './keys.ts'
import { isPublished, type Listings } from './listings.ts'

/** The orders of a list; listings without a price or duration come last. */
export type Order = 'newest' | 'cheapest' | 'dearest' | 'shortest'

/** Which price bounds the buckets are limited to. */
export interface RangeForm {
  readonly hasFrom: boolean
  readonly hasTo: boolean
}

/** Buckets of an order, `size` at a time, each with its own key. */
function buckets(t: Listings, order: Order, size: number, bind: Bind, range: RangeForm | undefined) {
  const [sign, step, column] =
    order === 'newest'
      ? ['w', 'listing_week', t.publishedAt]
      : order === 'shortest'
        ? ['m', 'listing_step', services.minDays]
        : ['p', 'listing_step', t.price]
  const end = (which: 'min' | 'max', bound: 'priceFrom' | 'priceTo' | undefined) =>
    bound === undefined
      ? sql`(select ${sql.raw(step)}(${sql.raw(which)}(${column})) from ${t} where ${isPublished(t)})`
      : sql`${sql.raw(step)}(${bind(bound, 'bigint')})`
  const isUp = order === 'cheapest' || order === 'shortest'
  const low = end('min', range?.hasFrom === true ? 'priceFrom' : undefined)
  const high = end('max', range?.hasTo === true ? 'priceTo' : undefined)
  const series = isUp
    ? sql`generate_series(${low}, ${high}, ${sql.raw(String(size))})`
    : sql`generate_series(${high}, ${low}, -${sql.raw(String(size))})`
  const keys = Array.from({ length: size }, (_, further) => sql.raw(`'${sign}' || (step.number ${isUp ? '+' : '-'} ${further})`)) // prettier-ignore
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
  /** Conditions besides keys and being published. */
  readonly where: SQL | undefined
  /** Key sets; combined with the key of the bucket in the index. */
  readonly sets: { readonly name: string; readonly count: number }
  /** Number of buckets per read. */
  readonly size: number
  readonly bind: Bind
}

/**
 * Bucket scan: reads rows that match tokens and keys in an order, one bucket after the other, only as far as rows are
 * wanted. Each bucket is found in the token and key index. Rows are ordered without an outer `order by`, since the
 * lateral query of each bucket runs in a loop over the ordered buckets.
 */
export function scanInOrder(
  t: Listings,
  order: Order,
  { columns, where, sets, size, bind }: ScanInput,
  range?: RangeForm,
): SQL {
  const { series, keys } = buckets(t, order, size, bind, range)
  const rows = (condition: SQL | undefined) => sql`select ${columns} from ${t} where ${condition}`
  const onSale = and(isPublished(t), where)
  const stepwise = sql`select found.* from ${series}
    cross join lateral (${rows(and(onSale, keyCondition(t, sets, bind, keys)))} order by ${orderBy(t, order)}) as found`
  if (order === 'newest' || range !== undefined) return stepwise
  const rest = and(
    onSale,
    sets.count === 0 ? undefined : keyCondition(t, sets, bind),
    sql`${scanColumn(t, order)} is null`,
  )
  return sql`(${stepwise}) union all (${rows(rest)} order by ${orderBy(t, order)})`
}

/** The same unordered: newest buckets first, no order within a bucket. */
export function scanUnordered(t: Listings, { columns, where, sets, size, bind }: ScanInput): SQL {
  const { series, keys } = buckets(t, 'newest', size, bind, undefined)
  const inStep = and(isPublished(t), where, keyCondition(t, sets, bind, keys))
  return sql`select found.* from ${series}
    cross join lateral (select ${columns} from ${t} where ${inStep} offset 0) as found`
}

/** Hits of sampled weeks, one from each part of the publication period, and the number of weeks in total. */
export function sampleWeeks(t: Listings, { where, sets, bind }: Pick<ScanInput, 'where' | 'sets' | 'bind'>): SQL {
  const onSale = isPublished(t)
  const inWeek = and(onSale, where, keyCondition(t, sets, bind, [sql.raw(`'w' || week.number`)]))
  const parts = sql.raw(String(sampledWeeks))
  return sql`(select weeks, (select count(*)::int from ${t} where ${inWeek}) as hits
    from (select first + weeks * (2 * part + 1) / (2 * ${parts}) as number, weeks
      from (select listing_week(min(${t.publishedAt})) as first,
          listing_week(max(${t.publishedAt})) - listing_week(min(${t.publishedAt})) + 1 as weeks from ${t} where ${onSale}) as time,
        generate_series(0, ${parts} - 1) as part) as week) as weeks`
}

/** Up to this number of hits all are collected instead of scanned by bucket. */
export const maxCollectedHits = 1_000
/** Approximate number of buckets of an order (weeks or price steps). */
const bucketCount = 130
/** Target number of hits per read, and maximum number of buckets per read. */
const [hitsPerRead, maxBucketsPerRead] = [200, 16]
/** Number of weeks sampled to decide whether there are more hits than are counted. */
const sampledWeeks = 5

/**
 * Buckets per read for `wanted` hits of key sets and a keyword with about `most` hits (infinite without one); undefined
 * where so few are expected that all are collected.
 */
export function bucketsPerRead(
  sets: KeySets,
  most: number,
  { statistics, wanted }: { readonly statistics: KeyStatistics; readonly wanted: number },
): number | undefined {
  const hits = expectedTogether(most, expectedHits(sets, statistics), statistics.rows)
  if (hits < Math.max(maxCollectedHits, 1.5 * wanted)) return undefined
  const size = Math.min(maxBucketsPerRead, Math.max(1, Math.round((hitsPerRead * bucketCount) / hits)))
  // Powers of two: each size is a statement of its own.
  return 2 ** Math.round(Math.log2(size))
}

/** Estimate between full correlation of words and facets and statistical independence. */
function expectedTogether(byWords: number, byKeys: number, rows: number): number {
  const most = Math.min(byWords, byKeys)
  const byChance = (Math.min(byWords, rows) * Math.min(byKeys, rows)) / Math.max(1, rows)
  return Math.max(1, Math.sqrt(most * byChance))
}
