import { eq, sql, type SQL } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import type { Db } from '../../db/open.ts'
import { demands as table } from '../../db/tables/demands.ts'
import { maxListed } from '../../domain/catalogue/list-query.ts'
import type { Handler } from '../handler.ts'
import { keywordRank } from '../search/keyword-rank.ts'
import { combineConditions, filterConditions, type DemandFilter } from './demand-filter.ts'
import { keywordCondition } from './keyword-condition.ts'
import { demandRows, presentDemand } from './present-demand.ts'
import { descending } from '../platform/queries/descending.ts'

export const demands: Handler<typeof demandsCalls.demands> = async (filter, { db }) => {
  const { current, pageSize } = filter
  const conditions = filterConditions(filter)
  const match = await keywordCondition(db, filter.keyword, conditions.base)
  const where =
    match === undefined ? combineConditions(conditions) : sql`(${combineConditions(conditions)} and ${match})`
  const total = await countUpTo(db, where, maxListed)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [] }
  const found = { where, total, isKeyword: match !== undefined, offset }
  const rows = await demandRows(db)
    // Selects the page by index first, then joins names to its rows only.
    .innerJoin(pageQuery(filter, found), eq(sql`page.id`, table.id))
    .orderBy(sql`page.place`)
  return { total, data: rows.map(presentDemand) }
}

/** Counts demands that match a condition, up to `max`. */
export async function countUpTo(db: Db, where: SQL | undefined, max: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select 1 from ${table} where ${where} limit ${max}) as counted`)
  return row?.count ?? 0
}

interface PageConditions {
  readonly where: SQL | undefined
  readonly total: number
  readonly isKeyword: boolean
  readonly offset: number
}

/**
 * One page as a table `page (id, place)`. Up to the count limit all hits are materialised and sorted, since few hits
 * may be far apart in an index; with more hits the index of the order is read until the page is full.
 */
function pageQuery({ sort, keyword, pageSize }: DemandFilter & { pageSize: number }, found: PageConditions): SQL {
  const limitOffset = sql`limit ${pageSize} offset ${found.offset}`
  if (sort === 'default' && found.isKeyword) return withPlace(byRelevance(keyword, found.where, limitOffset))
  const order = sortOrders[sort]
  if (found.total >= maxListed)
    return withPlace(sql`select ${table.id} as id from ${table} where ${found.where} order by ${order} ${limitOffset}`)
  return withPlace(sql`with hits as materialized
    (select ${table.id}, ${table.status}, ${table.publishedAt}, ${table.deadline}, ${table.budget}, ${table.offerCount}
      from ${table} where ${found.where})
    select ${table.id} as id from hits as ${table} order by ${order} ${limitOffset}`)
}

const withPlace = (ids: SQL) => sql`(select id, row_number() over () as place from (${ids}) as ids) as page`

const newest = sql`${descending(table.publishedAt)}, ${descending(table.id)}`

/**
 * Sorts the newest hits (as many as a list shows) by relevance, then demands open for offers, then newest.
 */
const byRelevance = (keyword: string, where: SQL | undefined, limitOffset: SQL) => sql`
  select ${table.id} as id from
    (select ${table.id}, ${table.title}, ${table.tokens}, ${table.status}, ${table.deadline}, ${table.publishedAt}
      from ${table} where ${where} order by ${newest} limit ${maxListed}) as ${table}
  order by ${keywordRank(keyword, table.tokens, table.title)},
    (${table.status} = 'open' and ${table.deadline} > now()) desc, ${table.publishedAt} desc, ${table.id} desc ${limitOffset}`

/**
 * Sort orders; `default` and `deadline` list open demands first. The id makes each order unique. By default those that
 * close next come first, then closed ones, the latest first.
 */
const sortOrders: Record<DemandFilter['sort'], SQL> = {
  default: sql`(${table.status} <> 'open'), (case when ${table.status} = 'open' then ${table.deadline} end), ${descending(table.deadline)}, ${table.id}`,
  new: newest,
  deadline: sql`(${table.status} <> 'open'), ${table.deadline}, ${table.id}`,
  budgetUp: sql`${table.budget}, ${table.id}`,
  budgetDown: sql`${descending(table.budget)}, ${descending(table.id)}`,
  offers: sql`${descending(table.offerCount)}, ${descending(table.id)}`,
}
