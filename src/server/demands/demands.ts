import { eq, sql, type SQL } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import type { Db } from '../../db/open.ts'
import { demands as table } from '../../db/tables/demands.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import type { Handler } from '../handler.ts'
import { descending } from '../operations/public.ts'
import { rankOf } from '../search/rank.ts'
import { allOf, conditionsOf, type DemandFilter } from './demand-conditions-of.ts'
import { matching } from './match-words.ts'
import { demandRows, presentDemand } from './present-demand.ts'

export const demands: Handler<typeof demandsCalls.demands> = async (filter, { db }) => {
  const { current, pageSize } = filter
  const conditions = conditionsOf(filter)
  const match = await matching(db, filter.keyword, conditions.base)
  const where = match === undefined ? allOf(conditions) : sql`(${allOf(conditions)} and ${match})`
  const total = await countUpTo(db, where, mostListed)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [] }
  const found = { where, total, isKeyword: match !== undefined, offset }
  const rows = await demandRows(db)
    // The page is cut out of an index first; names are joined to its few rows only.
    .innerJoin(pageOf(filter, found), eq(sql`page.id`, table.id))
    .orderBy(sql`page.place`)
  return { total, data: rows.map(presentDemand) }
}

/** How many demands meet a condition, counted no further than `most`. */
export async function countUpTo(db: Db, where: SQL | undefined, most: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select 1 from ${table} where ${where} limit ${most}) as counted`)
  return row?.count ?? 0
}

interface Found {
  readonly where: SQL | undefined
  readonly total: number
  readonly isKeyword: boolean
  readonly offset: number
}

/**
 * One page as a table `page (id, place)`. Hits that are all counted are collected and sorted: few may be far apart in
 * an order. Where there are more, the index of the order is read until the page is full.
 */
function pageOf({ sort, keyword, pageSize }: DemandFilter & { pageSize: number }, found: Found): SQL {
  const cutOut = sql`limit ${pageSize} offset ${found.offset}`
  if (sort === 'default' && found.isKeyword) return placed(bestFirst(keyword, found.where, cutOut))
  const order = orders[sort]
  if (found.total >= mostListed) {
    return placed(sql`select ${table.id} as id from ${table} where ${found.where} order by ${order} ${cutOut}`)
  }
  return placed(sql`with hits as materialized
    (select ${table.id}, ${table.status}, ${table.publishedAt}, ${table.deadline}, ${table.budget}, ${table.offerCount}
      from ${table} where ${found.where})
    select ${table.id} as id from hits as ${table} order by ${order} ${cutOut}`)
}

const placed = (ids: SQL) => sql`(select id, row_number() over () as place from (${ids}) as ids) as page`

const newest = sql`${descending(table.publishedAt)}, ${descending(table.id)}`

/**
 * What answers a keyword best, of so many of the newest hits as a list shows: then those that still take offers, then
 * the newest.
 */
const bestFirst = (keyword: string, where: SQL | undefined, cutOut: SQL) => sql`
  select ${table.id} as id from
    (select ${table.id}, ${table.title}, ${table.words}, ${table.status}, ${table.deadline}, ${table.publishedAt}
      from ${table} where ${where} order by ${newest} limit ${mostListed}) as ${table}
  order by ${rankOf(keyword, table.words, table.title)},
    (${table.status} = 'open' and ${table.deadline} > now()) desc, ${table.publishedAt} desc, ${table.id} desc ${cutOut}`

/** By deadline those still open come first, the soonest on top; the id settles what is equal. */
const orders: Record<DemandFilter['sort'], SQL> = {
  default: newest,
  new: newest,
  deadline: sql`(${table.status} <> 'open'), ${table.deadline}, ${table.id}`,
  budgetUp: sql`${table.budget}, ${table.id}`,
  budgetDown: sql`${descending(table.budget)}, ${descending(table.id)}`,
  offers: sql`${descending(table.offerCount)}, ${descending(table.id)}`,
}
