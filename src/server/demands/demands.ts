import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import type { Db } from '../../db/open.ts'
import { demands as table } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { descending } from '../operations/public.ts'
import { conditionsOf, type DemandFilter } from './demand-conditions-of.ts'
import { matching } from './match-words.ts'
import { demandRows, presentDemand } from './present-demand.ts'

/** A list counts and offers this many at most, so that no page of it is slow. */
const mostListed = 10_000

export const demands: Handler<typeof demandsCalls.demands> = async (filter, { db }) => {
  const { current, pageSize } = filter
  const { base, category, district, budget } = conditionsOf(filter)
  const where = and(base, category, district, budget, await matching(db, filter.keyword, base))
  const total = await countUpTo(db, where, mostListed)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [] }
  const order = orders[filter.sort]
  // The page is cut out of an index first; names are joined to its few rows only.
  const page = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset(offset)
    .as('page')
  const rows = await demandRows(db)
    .innerJoin(page, eq(page.id, table.id))
    .orderBy(...order)
  return { total, data: rows.map(presentDemand) }
}

/** How many demands meet a condition, counted no further than `most`. */
export async function countUpTo(db: Db, where: SQL | undefined, most: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select 1 from ${table} where ${where} limit ${most}) as counted`)
  return row?.count ?? 0
}

/** By deadline those still open come first, the soonest on top; the id settles what is equal. */
const orders: Record<DemandFilter['sort'], SQL[]> = {
  new: [descending(table.publishedAt), descending(table.id)],
  deadline: [sql`(${table.status} <> 'open')`, sql`${table.deadline}`, sql`${table.id}`],
  budgetUp: [sql`${table.budget}`, sql`${table.id}`],
  budgetDown: [descending(table.budget), descending(table.id)],
  offers: [descending(table.offerCount), descending(table.id)],
}
