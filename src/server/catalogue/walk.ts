import { and, eq, sql, type SQL } from 'drizzle-orm'
import { services } from '../../db/tables/catalogue.ts'
import { keyCondition, type KeySets } from './listing-keys.ts'
import type { Listings } from './search.ts'

/** The orders of a list; what has no price or no duration stands last. */
export type Order = 'newest' | 'cheapest' | 'dearest' | 'shortest'

/** Bounds of the prices that are asked for. */
export interface Range {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** How the rows of an order are told apart: `size` steps of it at a time, each with a key of its own. */
function stepsOf(t: Listings, order: Order, size: number, { from, to }: Range = { from: undefined, to: undefined }) {
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

const columnOf = (t: Listings, order: Order) =>
  order === 'newest' ? t.publishedAt : order === 'shortest' ? services.minDays : t.price

/** An order as the database knows it; the same direction for the id. */
export function orderBy(t: Listings, order: Order): SQL {
  const direction = sql.raw(order === 'newest' || order === 'dearest' ? 'desc' : 'asc')
  return sql`${columnOf(t, order)} ${direction} nulls last, ${t.id} ${direction}`
}

/** What is read along the steps of an order. */
export interface Steps {
  readonly columns: SQL
  readonly where: SQL | undefined
  /** Keys of which a row has one of each set: with the step's own they are met in the index. */
  readonly sets: KeySets
  /** So many steps at a time. */
  readonly size: number
}

/**
 * Reads what meets a condition of words and keys along an order, one step of it after the other, only as far as rows
 * are wanted: what a step holds is found in the index of words and keys at once, and never more than a step is
 * fetched. Rows come in the order, though no outer query says so: each step is a query inside a loop over the steps.
 */
export function alongSteps(t: Listings, order: Order, { columns, where, sets, size }: Steps, range?: Range): SQL {
  const { series, keys } = stepsOf(t, order, size, range)
  const rows = (condition: SQL | undefined) => sql`select ${columns} from ${t} where ${condition}`
  const onSale = and(eq(t.status, 'published'), where)
  const stepwise = sql`select found.* from ${series}
    cross join lateral (${rows(and(onSale, keyCondition(t, sets, keys)))} order by ${orderBy(t, order)}) as found`
  if (order === 'newest' || range !== undefined) return stepwise
  const rest = and(onSale, sets.length === 0 ? undefined : keyCondition(t, sets), sql`${columnOf(t, order)} is null`)
  return sql`(${stepwise}) union all (${rows(rest)} order by ${orderBy(t, order)})`
}

/** The same in no order: the newest steps first, but a step as it comes. */
export function anyOfSteps(t: Listings, { columns, where, sets, size }: Steps): SQL {
  const { series, keys } = stepsOf(t, 'newest', size)
  const inStep = and(eq(t.status, 'published'), where, keyCondition(t, sets, keys))
  return sql`select found.* from ${series}
    cross join lateral (select ${columns} from ${t} where ${inStep} offset 0) as found`
}

/** Hits of some weeks, one from each part of the time in which listings were published, and how many weeks that is. */
export function hitsOfWeeks(t: Listings, { where, sets }: Pick<Steps, 'where' | 'sets'>, parts: number): SQL {
  const onSale = eq(t.status, 'published')
  const inWeek = and(onSale, where, keyCondition(t, sets, [sql`'w' || week.number`]))
  return sql`(select weeks, (select count(*)::int from ${t} where ${inWeek}) as hits
    from (select first + weeks * (2 * part + 1) / ${2 * parts} as number, weeks
      from (select listing_week(min(${t.publishedAt})) as first,
          listing_week(max(${t.publishedAt})) - listing_week(min(${t.publishedAt})) + 1 as weeks from ${t} where ${onSale}) as time,
        generate_series(0, ${parts - 1}) as part) as week) as weeks`
}
