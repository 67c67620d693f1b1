import { and, eq, gte, inArray, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { orderStatisticsCalls, TradeOnly, TradeRow, TradeStatistics } from '../../../contract/orders/statistics.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { costCentres } from '../../../db/tables/budgets.ts'
import { categories, categoryMerges } from '../../../db/tables/reference.ts'
import { orderStatistics } from '../../../db/tables/statistics.ts'
import { monthLabel } from '../../../domain/operations/report-months.ts'
import { monthsOf, usualRange, type MonthRange } from '../../../domain/orders/statistics/periods.ts'
import {
  dimensionsOf,
  maxDimensionRows,
  unknownValue,
  type TradeDimension,
  type TradeSums,
} from '../../../domain/orders/statistics/trade-dimensions.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import type { Context, Handler } from '../../handler.ts'
import { refreshStatisticsBeforeReading } from './refresh-statistics.ts'

export type TradeInput = z.output<typeof orderStatisticsCalls.buyerTradeStatistics.input>

/** Column of the company on a side: the scope of every statement. */
export const statisticsOf = (side: Side) =>
  side === 'buyer' ? orderStatistics.buyerCompanyId : orderStatistics.sellerCompanyId

/**
 * Categories as statistics show them: the second level of the current tree (药学研究, 试剂), or the one itself above it.
 * Merged categories lead to their target; one that is no longer there has no row.
 */
const shownCategories = sql`select ${categories.id} as id, coalesce(${categories.path}[2], ${categories.id}) as shown
    from ${categories}
  union all select ${categoryMerges.id}, coalesce(${categories.path}[2], ${categories.id})
    from ${categoryMerges} join ${categories} on ${categories.id} = ${categoryMerges.targetId}`

/** Column of each dimension, by which orders are grouped. */
const dimensionColumns = (side: Side): Readonly<Record<TradeDimension, SQLWrapper>> => ({
  month: orderStatistics.month,
  company: statisticsOf(otherSide(side)),
  category: orderStatistics.categoryId,
  costCentre: orderStatistics.costCentre,
  project: orderStatistics.projectCode,
})
/** What a dimension is shown by, where that is not the column itself. */
const shownColumns: Partial<Readonly<Record<TradeDimension, SQL>>> = { category: sql`shown_category.shown` }

const named = (name: string) => sql.raw(`"${name}"`)

export const inMonths = ({ from, until }: MonthRange): SQL | undefined =>
  and(gte(orderStatistics.month, `${from}-01`), lte(orderStatistics.month, `${until}-01`))

interface Group extends TradeSums {
  /** null = the total. */
  readonly dimension: TradeDimension | null
  /** Month as a day, an id or a code; null = unknown. */
  readonly value: string | null
  /** Amount of the counted orders alone. */
  readonly liveAmount: number
}

/** The chosen one of a value for each dimension, in the row of its grouping. */
const whereGrouped = (dimensions: readonly TradeDimension[], valueOf: (dimension: TradeDimension) => SQL): SQL =>
  sql`case ${sql.join(
    dimensions.map((dimension) => sql`when grouping(${named(dimension)}) = 0 then ${valueOf(dimension)}::text`),
    sql` `,
  )} end`

/**
 * Sums of every dimension in one statement: the orders are grouped once by all dimensions together, and the few cells
 * by each of them.
 */
async function loadGroups(db: Db, side: Side, companyId: number, { only, ...range }: TradeInput): Promise<Group[]> {
  const dimensions = dimensionsOf(side)
  const columns = dimensionColumns(side)
  const cells = dimensions.map((dimension) => sql`${columns[dimension]} as ${named(dimension)}`)
  const shown = dimensions.map(
    (dimension) => sql`${shownColumns[dimension] ?? sql`raw.${named(dimension)}`} as ${named(dimension)}`,
  )
  const keys = dimensions.map((dimension) => sql`${columns[dimension]}`)
  const sets = dimensions.map((dimension) => sql`(${named(dimension)})`)
  const chosen = only === undefined ? sql`true` : sql`${named(only.dimension)} = ${only.id}`
  const rows = await db
    .select({
      dimension: sql<string | null>`dimension`,
      value: sql<string | null>`value`,
      orders: sql<number | null>`orders`,
      amount: sql<number | null>`amount`,
      paid: sql<number | null>`paid`,
      liveAmount: sql<number | null>`live_amount`,
    })
    .from(
      sql`(with shown_category as (${shownCategories}),
        raw as materialized (
          select ${sql.join(cells, sql`, `)}, count(*) filter (where ${orderStatistics.isLive}) as orders,
            sum(${orderStatistics.amount})::bigint as amount, sum(${orderStatistics.paid})::bigint as paid,
            sum(${orderStatistics.amount}) filter (where ${orderStatistics.isLive})::bigint as live_amount
          from ${orderStatistics} where ${and(eq(statisticsOf(side), companyId), inMonths(range))}
          group by ${sql.join(keys, sql`, `)}),
        cell as (select ${sql.join(shown, sql`, `)}, orders, amount, paid, live_amount
          from raw left join shown_category on shown_category.id = raw.category)
        select ${whereGrouped(dimensions, (dimension) => sql`${dimension}`)} as dimension,
          ${whereGrouped(dimensions, (dimension) => named(dimension))} as value,
          sum(orders)::integer as orders, sum(amount)::float8 as amount, sum(paid)::float8 as paid,
          sum(live_amount)::float8 as live_amount
        from cell where ${chosen} group by grouping sets ((), ${sql.join(sets, sql`, `)})) as grouped`,
    )
  return rows.map(({ dimension, value, orders, amount, paid, liveAmount }) => ({
    dimension: dimensions.find((each) => each === dimension) ?? null,
    value,
    orders: orders ?? 0,
    amount: amount ?? 0,
    paid: paid ?? 0,
    liveAmount: liveAmount ?? 0,
  }))
}

const sumsOf = ({ orders, amount, paid }: TradeSums): TradeSums => ({ orders, amount, paid })
const addSums = (rows: readonly TradeSums[]): TradeSums =>
  rows.reduce(
    (sum, row) => ({ orders: sum.orders + row.orders, amount: sum.amount + row.amount, paid: sum.paid + row.paid }),
    { orders: 0, amount: 0, paid: 0 },
  )

/** Names of values by their keys. */
async function loadNames(
  db: Db,
  companyId: number,
  dimension: TradeDimension,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0 || dimension === 'month') return new Map()
  if (dimension === 'project') return new Map(keys.map((code) => [code, code]))
  if (dimension === 'costCentre') {
    const rows = await db
      .select({ code: costCentres.code, name: costCentres.name })
      .from(costCentres)
      .where(and(eq(costCentres.companyId, companyId), inArray(costCentres.code, [...keys])))
    return new Map(rows.map(({ code, name }) => [code, `${code} ${name}`]))
  }
  const t = dimension === 'company' ? companies : categories
  const rows = await db
    .select({ id: t.id, name: t.name })
    .from(t)
    .where(inArray(t.id, keys.map(Number)))
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

const compareKeys = (a: Group, b: Group) => (a.value ?? '').localeCompare(b.value ?? '', 'en', { numeric: true })
const isInternal = (dimension: TradeDimension) => dimension === 'costCentre' || dimension === 'project'
const isCounted = ({ orders, amount }: TradeSums) => orders > 0 || amount > 0

/** Every month of the range, also without orders. */
function monthRows(groups: readonly Group[], range: MonthRange): TradeRow[] {
  const found = new Map(groups.map((group) => [group.value?.slice(0, 7), group]))
  return monthsOf(range).map((month) => {
    const group = found.get(month)
    return { key: month, name: monthLabel(month), ...(group === undefined ? addSums([]) : sumsOf(group)) }
  })
}

/** Name of a filtered value. One that no order of the company has, in any month and state, is not told: ''. */
async function loadOnlyName(db: Db, side: Side, companyId: number, { dimension, id }: TradeOnly): Promise<string> {
  const isOfValue =
    dimension === 'company'
      ? eq(statisticsOf(otherSide(side)), id)
      : sql`${orderStatistics.categoryId} in (
          select shown_category.id from (${shownCategories}) as shown_category where shown_category.shown = ${id})`
  const [found] = await db
    .select({ orderId: orderStatistics.orderId })
    .from(orderStatistics)
    .where(and(eq(statisticsOf(side), companyId), isOfValue))
    .limit(1)
  return found === undefined ? '' : ((await loadNames(db, companyId, dimension, [String(id)])).get(String(id)) ?? '')
}

/** Amounts of a company's orders in a range by every dimension. `maxRows` values are named one by one. */
export async function readTradeStatistics(
  db: Db,
  side: Side,
  companyId: number,
  input: TradeInput,
  maxRows = maxDimensionRows,
): Promise<TradeStatistics> {
  const groups = Map.groupBy(await loadGroups(db, side, companyId, input), ({ dimension }) => dimension)
  const answer: TradeStatistics['groups'] = []
  for (const dimension of dimensionsOf(side)) {
    const own = groups.get(dimension) ?? []
    if (dimension === 'month') {
      answer.push({ dimension, rows: monthRows(own, input), rest: null })
      continue
    }
    const sorted = own.filter(isCounted).toSorted((a, b) => b.amount - a.amount || compareKeys(a, b))
    // A company without cost centres or projects has no use for their group.
    const isUnused = isInternal(dimension) && sorted.every(({ value }) => value === null)
    if (isUnused) continue
    const [shown, others] = [sorted.slice(0, maxRows), sorted.slice(maxRows)]
    const keys = shown.flatMap(({ value }) => (value === null ? [] : [value]))
    const names = await loadNames(db, companyId, dimension, keys)
    answer.push({
      dimension,
      rows: shown.map((group) => ({
        key: group.value ?? '',
        name: names.get(group.value ?? '') ?? unknownValue(dimension),
        ...sumsOf(group),
      })),
      rest: others.length === 0 ? null : { values: others.length, ...addSums(others) },
    })
  }
  const { only } = input
  const [total] = groups.get(null) ?? []
  return {
    total: { ...(total === undefined ? addSums([]) : sumsOf(total)), liveAmount: total?.liveAmount ?? 0 },
    groups: answer,
    onlyName: only === undefined ? null : await loadOnlyName(db, side, companyId, only),
  }
}

export const buyerTradeStatistics: Handler<typeof orderStatisticsCalls.buyerTradeStatistics> = async (
  input,
  context,
) => {
  await refreshStatisticsBeforeReading(context)
  return readTradeStatistics(context.db, 'buyer', context.caller.companyId, input)
}

export const sellerTradeStatistics: Handler<typeof orderStatisticsCalls.sellerTradeStatistics> = async (
  input,
  context,
) => {
  await refreshStatisticsBeforeReading(context)
  return readTradeStatistics(context.db, 'seller', context.caller.companyId, input)
}

/** Agreed amounts of the last months, for dashboards; fen. */
export async function readTradeTrend(
  context: Pick<Context<'company'>, 'caller' | 'db'>,
  side: Side,
): Promise<{ month: string; amount: number }[]> {
  await refreshStatisticsBeforeReading(context)
  return tradeTrend(context.db, side, context.caller.companyId, usualRange())
}

/** Agreed amounts of the months of a range; fen. */
export async function tradeTrend(
  db: Db,
  side: Side,
  companyId: number,
  range: MonthRange,
): Promise<{ month: string; amount: number }[]> {
  const rows = await db
    .select({
      month: orderStatistics.month,
      amount: sql<number>`sum(${orderStatistics.amount})::float8`,
    })
    .from(orderStatistics)
    .where(and(eq(statisticsOf(side), companyId), inMonths(range)))
    .groupBy(orderStatistics.month)
  const amounts = new Map(rows.map(({ month, amount }) => [month.slice(0, 7), amount]))
  return monthsOf(range).map((month) => ({ month, amount: amounts.get(month) ?? 0 }))
}
