import { sql, type SQL } from 'drizzle-orm'
import { services } from '../../db/tables/catalogue.ts'
import type { Context } from '../handler.ts'
import { bestFirst } from '../search/best-first.ts'
import { memory } from './memory.ts'
import type { Listings } from './search.ts'

/** A list counts and offers this many at most. */
export const mostListed = 10_000

export interface Wanted {
  readonly sort: 'default' | 'new' | 'priceUp' | 'priceDown' | 'duration'
  readonly keyword: string
  readonly current: number
  readonly pageSize: number
}

/** Whether a page lies within what a list offers. */
export const isOffered = ({ current, pageSize }: Pick<Wanted, 'current' | 'pageSize'>) =>
  (current - 1) * pageSize < mostListed

/**
 * One page of a list as a table `page (id, place)`. Every order is read from its index, so that a list is as fast
 * at a million rows as at a thousand.
 */
export function orderedPage(t: Listings, where: SQL | undefined, wanted: Wanted): SQL {
  const { sort, keyword, pageSize } = wanted
  const offset = (wanted.current - 1) * pageSize
  const cutOut = sql`limit ${pageSize} offset ${offset}`
  const ids =
    sort === 'priceDown'
      ? dearestFirst(t, where, offset + pageSize, cutOut)
      : sort === 'default' && keyword !== ''
        ? bestFirst(t, where, { keyword, pageSize, offset })
        : sql`select ${t.id} as id from ${t} where ${where} order by ${orderOf(t, sort)} ${cutOut}`
  return sql`(select id, row_number() over () as place from (${ids}) as ids) as page`
}

function orderOf(t: Listings, sort: Wanted['sort']): SQL {
  if (sort === 'priceUp') return sql`${t.price} asc, ${t.id} asc`
  if (sort === 'duration') return sql`${services.minDays} asc, ${t.id} asc`
  return sql`${t.publishedAt} desc, ${t.id} desc`
}

/** Backwards through the index of prices, then those without a price: one order by `nulls last` could not use it. */
const dearestFirst = (t: Listings, where: SQL | undefined, most: number, cutOut: SQL) => sql`
  (select ${t.id} as id, ${t.price} as price from ${t} where ${where} and ${t.price} is not null
    order by ${t.price} desc, ${t.id} desc limit ${most})
  union all
  (select ${t.id} as id, null as price from ${t} where ${where} and ${t.price} is null
    order by ${t.id} desc limit ${most})
  order by price desc nulls last, id desc ${cutOut}`

const totals = memory<number>()

/** How many listings meet a condition, counted to 10,000. `key` names the condition. */
export const totalOf = (t: Listings, where: SQL | undefined, key: string, context: Pick<Context, 'db' | 'pages'>) =>
  totals(context, key, async () => {
    const rows = sql`(select 1 from ${t} where ${where} limit ${mostListed}) as counted`
    const [row] = await context.db.select({ count: sql<number>`count(*)::int` }).from(rows)
    return row?.count ?? 0
  })
