import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/open.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { lastMonths } from '../../src/domain/orders/statistics/periods.ts'
import type { Side } from '../../src/domain/sides.ts'
import { readDuePayments } from '../../src/server/dashboards/statistics/due-payments.ts'
import { refreshStatistics } from '../../src/server/dashboards/statistics/refresh-statistics.ts'
import { readPerformance } from '../../src/server/dashboards/statistics/seller-performance.ts'
import { readTradeStatistics, tradeTrend } from '../../src/server/dashboards/statistics/trade-statistics.ts'
import { onBothEngines } from './postgres.ts'
import type { Line } from './table.ts'

/** The statistics of one company with 100,000 orders over 24 months, on both engines. */

const count = 100_000
const days = 730
const readings = 15

async function medianOf(work: () => unknown): Promise<string> {
  const times: number[] = []
  for (let n = 0; n < readings; n += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return `${(times.toSorted((a, b) => a - b)[Math.floor(readings / 2)] ?? 0).toFixed(1)} ms`
}

/**
 * Orders of one company on one side, with the other companies in turn on the other: two payments each, nine of ten
 * orders completed and paid, the others running; each company deals in five categories.
 */
async function fillOrders(db: Db, side: Side): Promise<number> {
  const [first] = await db.select().from(orders).limit(1)
  if (first === undefined) throw new Error('There is no order')
  const own = side === 'buyer' ? first.buyerCompanyId : first.sellerCompanyId
  const [buyer, seller] = side === 'buyer' ? [sql`${own}::int`, sql`other.id`] : [sql`other.id`, sql`${own}::int`]
  await db.execute(sql`
    with other as (select id, row_number() over (order by id) - 1 as at, count(*) over () as all from companies),
      listing as (select id, row_number() over (order by id) - 1 as at, count(*) over () as all from services),
      made as (
        insert into orders (order_no, source, buyer_company_id, buyer_user_id, seller_company_id, title, total, status,
          created_at, confirmed_at, promised_at, first_delivered_at)
        select ${`B${side}`} || n, 'service', ${buyer}, ${first.buyerUserId}, ${seller}, '统计 ' || n,
          (100 + n % 977) * 10000, case when n % 10 = 0 then 'in_progress' else 'completed' end,
          now() - make_interval(hours => n * ${days * 24} / ${count}),
          now() - make_interval(hours => n * ${days * 24} / ${count} - n % 60),
          now() - make_interval(hours => n * ${days * 24} / ${count} - 480),
          case when n % 10 <> 0 then now() - make_interval(hours => n * ${days * 24} / ${count} - 440 - n % 60) end
        from generate_series(1, ${count}::int) n join other on other.at = n % other.all
        returning id, total, status, created_at, buyer_company_id + seller_company_id as partner),
      line as (
        insert into order_lines (order_id, kind, listing_id, name, quantity, unit_price, amount)
        select made.id, 'service', listing.id, '统计', 1, total, total
          from made join listing on listing.at = (made.partner * 7 + made.id % 5) % listing.all),
      due as (
        insert into payment_lines (order_id, seq, name, percent, amount, paid, status, due_at)
        select made.id, seq, '款项', 50, total / 2, case when seq = 1 or status = 'completed' then total / 2 else 0 end,
          case when seq = 1 or status = 'completed' then 'confirmed' else 'due' end,
          created_at + make_interval(days => seq * 20)
        from made cross join generate_series(1, 2) seq returning id, order_id, amount, paid, due_at),
      paid as (
        insert into payments (payment_no, company_id, user_id, method, status, amount, received, remark_code,
          expires_at, confirmed_at)
        select 'B' || due.id, ${own}, ${first.buyerUserId}, 'bank', 'confirmed', amount, amount, '', now(),
          due_at + make_interval(days => due.id % 9) from due where paid > 0 returning id, payment_no)
    insert into payment_parts (payment_id, order_id, line_id, amount, received)
      select paid.id, due.order_id, due.id, due.amount, due.amount from paid join due on 'B' || due.id = paid.payment_no`)
  await db.execute(sql`analyze orders, order_lines, payment_lines, payments, payment_parts, statistics_changes`)
  return own
}

async function statistics(db: Db, engine: string): Promise<Line[]> {
  const range = lastMonths(24)
  const lines: Line[] = []
  const line = async (what: string, work: () => unknown) => {
    await work()
    lines.push({ what: `${what} (${engine})`, figure: await medianOf(work) })
  }
  const buyer = await fillOrders(db, 'buyer')
  const started = performance.now()
  await refreshStatistics(db)
  const seconds = (performance.now() - started) / 1000
  lines.push({ what: `deriving the statistics of 100,000 orders (${engine})`, figure: `${seconds.toFixed(1)} s` })
  await db.execute(sql`vacuum analyze order_statistics, due_payments, statistics_changes`)
  await line('spend of 100,000 orders by month, supplier, category', () =>
    readTradeStatistics(db, 'buyer', buyer, range),
  )
  await line('calendar of payments of 100,000 orders', () =>
    readDuePayments(db, 'buyer', buyer, { current: 1, pageSize: 10 }),
  )
  await line('twelve months on the dashboard of 100,000 orders', () => tradeTrend(db, 'buyer', buyer, lastMonths(12)))
  const seller = await fillOrders(db, 'seller')
  await refreshStatistics(db)
  await db.execute(sql`vacuum analyze order_statistics, due_payments, statistics_changes`)
  await line('performance of a supplier with 100,000 orders', () => readPerformance(db, seller, range))
  const [found] = (await readTradeStatistics(db, 'buyer', buyer, range)).groups
  if (found?.rows.length !== 24) throw new Error('Months are missing')
  return lines
}

/** Calls of statistics; the goal is 150 ms each. */
export const statisticsFigures = (): Promise<Line[]> => onBothEngines(statistics)
