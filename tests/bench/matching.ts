import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/open.ts'
import { orders, paymentLines } from '../../src/db/tables/orders.ts'
import { matchOrder } from '../../src/domain/orders/matching/match-order.ts'
import { loadMatchFacts } from '../../src/server/orders/matching/match-facts.ts'
import { matchCondition, selectMatches } from '../../src/server/orders/matching/matches.ts'
import { presentMatch } from '../../src/server/orders/matching/present-match.ts'
import { loadKinds } from '../../src/server/orders/matching/present-match.ts'
import { descending } from '../../src/server/platform/queries/descending.ts'
import { orderMatches } from '../../src/db/tables/matching.ts'
import { onBothEngines } from './postgres.ts'
import type { Line } from './table.ts'

/** The match of one order, and a page of a list of 1,000 matched orders of one company, on both engines. */

const listed = 1_000
const readings = 61
/** Readings before those that count: they compile what runs often. */
const warmUp = 30

/** The median over readings that differ by their number. */
async function medianOf(work: (number: number) => unknown): Promise<string> {
  const times: number[] = []
  for (let number = -warmUp; number < readings; number += 1) {
    const started = performance.now()
    await work(number + warmUp)
    if (number >= 0) times.push(performance.now() - started)
  }
  return `${(times.toSorted((a, b) => a - b)[Math.floor(readings / 2)] ?? 0).toFixed(2)} ms`
}

/** More orders of the first buyer, each matched with one exception. */
async function fillMatches(db: Db): Promise<{ readonly companyId: number; readonly orderIds: readonly number[] }> {
  const rows = await db
    .select()
    .from(orders)
    .innerJoin(paymentLines, sql`${paymentLines.orderId} = ${orders.id}`)
    .orderBy(orders.id)
  const [order] = rows
  if (order === undefined) throw new Error('There is no order')
  const { buyerCompanyId, sellerCompanyId } = order.orders
  await db.execute(sql`
    with made as (
      insert into orders (order_no, source, buyer_company_id, buyer_user_id, seller_company_id, title, total, status)
      select 'M' || n, 'service', ${buyerCompanyId}, ${order.orders.buyerUserId}, ${sellerCompanyId}, '对账 ' || n, 0, 'in_progress'
        from generate_series(1, ${listed}::int) n returning id
    ), matched as (
      insert into order_matches (order_id, buyer_company_id, seller_company_id, accepted, paid, vouched, invoiced, exceptions, urgent)
      select id, ${buyerCompanyId}, ${sellerCompanyId}, 0, 0, 0, 0, 1, 0 from made
    )
    insert into match_exceptions (order_id, key, kind, severity, amount, detail)
    select id, 'bench', 'paidNotInvoiced', 'low', 1, '' from made`)
  await db.execute(sql`analyze orders, order_matches, match_exceptions`)
  return { companyId: buyerCompanyId, orderIds: [...new Set(rows.map((row) => row.orders.id))] }
}

async function figures(db: Db, engine: string): Promise<Line[]> {
  const { companyId, orderIds } = await fillMatches(db)
  const orderOf = (number: number) => orderIds[number % orderIds.length] ?? 0
  const facts = [...(await loadMatchFacts(db, orderIds)).values()].map((loaded) => loaded.facts)
  const factsOf = (number: number) => {
    const found = facts[number % facts.length]
    if (found === undefined) throw new Error('No order has facts')
    return found
  }
  const filter = { keyword: '' }
  const page = async () => {
    const rows = await selectMatches(db, 'buyer')
      .where(matchCondition(db, 'buyer', companyId, filter))
      .orderBy(descending(orderMatches.orderId))
      .limit(listed)
    await loadKinds(
      db,
      rows.map(({ order }) => order.id),
    )
    if (rows.length < listed) throw new Error('The list is short')
  }
  return [
    {
      what: `matching one order, computed (${engine})`,
      figure: await medianOf((number) => matchOrder(factsOf(number))),
    },
    {
      what: `matching one order, read and computed (${engine})`,
      figure: await medianOf((number) => presentMatch(db, orderOf(number), 'buyer')),
    },
    { what: `list of 1,000 matched orders (${engine})`, figure: await medianOf(page) },
  ]
}

export const matchingFigures = (): Promise<Line[]> => onBothEngines(figures)
